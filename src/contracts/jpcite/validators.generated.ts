// Generated from schema.ts by scripts/generate.ts. Do not edit.
// @ts-nocheck
import type { Validator } from '../../codec/schema-findings.ts'


export const check0 = validate20;
const schema31 = {"title":"envelope","type":"object","required":["status","results","query_echo","citations","warnings","suggested_actions","meta"],"properties":{"status":{"enum":["rich","sparse","empty","partial","error"],"rule":"jpcite/status"},"results":{"type":"array","items":{},"rule":"jpcite/rows"},"query_echo":{"type":"object","required":["normalized_input","applied_filters","unparsed_terms"],"properties":{"normalized_input":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"applied_filters":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"unparsed_terms":{"type":"array","items":{"type":"string"},"rule":"jpcite/query-echo"}},"rule":"jpcite/query-echo"},"citations":{"type":"array","items":{"type":"object","properties":{"source_id":{"type":"string","rule":"jpcite/citation"},"source_url":{"type":"string","rule":"jpcite/citation"},"publisher":{"type":"string","rule":"jpcite/citation"},"title":{"type":"string","rule":"jpcite/citation"},"fetched_at":{"type":"string","rule":"jpcite/citation"},"checksum":{"type":"string","rule":"jpcite/citation"},"license":{"type":"string","rule":"jpcite/citation"},"excerpt":{"type":"string","rule":"jpcite/citation"},"page_ref":{"type":"string","rule":"jpcite/citation"},"verification_status":{"type":"string","rule":"jpcite/citation"},"citation_text_ja":{"type":"string","rule":"jpcite/citation"},"citation_markdown":{"type":"string","rule":"jpcite/citation"},"field_paths":{"type":"array","items":{"type":"string"},"rule":"jpcite/citation"}},"rule":"jpcite/citation"},"rule":"jpcite/citation"},"warnings":{"type":"array","items":{"type":"string","rule":"jpcite/warnings"},"rule":"jpcite/warnings"},"suggested_actions":{"type":"array","items":{"type":"object","required":["args"],"properties":{"tool":{"type":["string","null"],"rule":"jpcite/action"},"endpoint":{"type":["string","null"],"rule":"jpcite/action"},"args":{"type":"object","properties":{},"rule":"jpcite/action-args"},"reason":{"type":["string","null"],"rule":"jpcite/action"}},"rule":"jpcite/action"},"rule":"jpcite/action"},"meta":{"type":"object","required":["request_id","api_version","latency_ms","billable_units"],"properties":{"request_id":{"type":"string","minLength":1,"rule":"jpcite/request-id"},"api_version":{"type":"string","const":"v2","rule":"jpcite/api-version"},"latency_ms":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"billable_units":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"client_tag":{"type":"string","rule":"jpcite/meta"}},"rule":"jpcite/meta"},"retry_with":{"type":"object","properties":{},"rule":"jpcite/retry-with"},"empty_reason":{"enum":["no_match","filters_too_narrow","source_unavailable","license_blocked"],"rule":"jpcite/empty-reason"},"error":{"type":"object","required":["code","user_message","retryable","documentation"],"properties":{"code":{"enum":["RATE_LIMITED","UNAUTHORIZED","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","LICENSE_GATE_BLOCKED","QUOTA_EXCEEDED","INTEGRITY_ERROR","INTERNAL_ERROR"],"rule":"jpcite/error-code"},"user_message":{"type":"string","minLength":1,"rule":"jpcite/error"},"developer_message":{"type":"string","rule":"jpcite/error"},"retryable":{"type":"boolean","rule":"jpcite/error"},"retry_after":{"type":"integer","minimum":0,"rule":"jpcite/retry-after"},"documentation":{"type":"string","minLength":1,"rule":"jpcite/error"}},"rule":"jpcite/error"}},"rule":"jpcite/envelope"};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.results === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "results"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.query_echo === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query_echo"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.citations === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "citations"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.warnings === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "warnings"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.suggested_actions === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "suggested_actions"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.meta === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "meta"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(!(((((data0 === "rich") || (data0 === "sparse")) || (data0 === "empty")) || (data0 === "partial")) || (data0 === "error"))){
const err7 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema31.properties.status.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.results !== undefined){
if(!(Array.isArray(data.results))){
const err8 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.query_echo !== undefined){
let data2 = data.query_echo;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.normalized_input === undefined){
const err9 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "normalized_input"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data2.applied_filters === undefined){
const err10 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "applied_filters"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data2.unparsed_terms === undefined){
const err11 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "unparsed_terms"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data2.normalized_input !== undefined){
let data3 = data2.normalized_input;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err12 = {instancePath:instancePath+"/query_echo/normalized_input",schemaPath:"#/properties/query_echo/properties/normalized_input/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data2.applied_filters !== undefined){
let data4 = data2.applied_filters;
if(!(data4 && typeof data4 == "object" && !Array.isArray(data4))){
const err13 = {instancePath:instancePath+"/query_echo/applied_filters",schemaPath:"#/properties/query_echo/properties/applied_filters/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data2.unparsed_terms !== undefined){
let data5 = data2.unparsed_terms;
if(Array.isArray(data5)){
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
if(typeof data5[i0] !== "string"){
const err14 = {instancePath:instancePath+"/query_echo/unparsed_terms/" + i0,schemaPath:"#/properties/query_echo/properties/unparsed_terms/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/query_echo/unparsed_terms",schemaPath:"#/properties/query_echo/properties/unparsed_terms/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.citations !== undefined){
let data7 = data.citations;
if(Array.isArray(data7)){
const len1 = data7.length;
for(let i1=0; i1<len1; i1++){
let data8 = data7[i1];
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.source_id !== undefined){
if(typeof data8.source_id !== "string"){
const err17 = {instancePath:instancePath+"/citations/" + i1+"/source_id",schemaPath:"#/properties/citations/items/properties/source_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data8.source_url !== undefined){
if(typeof data8.source_url !== "string"){
const err18 = {instancePath:instancePath+"/citations/" + i1+"/source_url",schemaPath:"#/properties/citations/items/properties/source_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data8.publisher !== undefined){
if(typeof data8.publisher !== "string"){
const err19 = {instancePath:instancePath+"/citations/" + i1+"/publisher",schemaPath:"#/properties/citations/items/properties/publisher/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data8.title !== undefined){
if(typeof data8.title !== "string"){
const err20 = {instancePath:instancePath+"/citations/" + i1+"/title",schemaPath:"#/properties/citations/items/properties/title/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data8.fetched_at !== undefined){
if(typeof data8.fetched_at !== "string"){
const err21 = {instancePath:instancePath+"/citations/" + i1+"/fetched_at",schemaPath:"#/properties/citations/items/properties/fetched_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data8.checksum !== undefined){
if(typeof data8.checksum !== "string"){
const err22 = {instancePath:instancePath+"/citations/" + i1+"/checksum",schemaPath:"#/properties/citations/items/properties/checksum/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data8.license !== undefined){
if(typeof data8.license !== "string"){
const err23 = {instancePath:instancePath+"/citations/" + i1+"/license",schemaPath:"#/properties/citations/items/properties/license/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data8.excerpt !== undefined){
if(typeof data8.excerpt !== "string"){
const err24 = {instancePath:instancePath+"/citations/" + i1+"/excerpt",schemaPath:"#/properties/citations/items/properties/excerpt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data8.page_ref !== undefined){
if(typeof data8.page_ref !== "string"){
const err25 = {instancePath:instancePath+"/citations/" + i1+"/page_ref",schemaPath:"#/properties/citations/items/properties/page_ref/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data8.verification_status !== undefined){
if(typeof data8.verification_status !== "string"){
const err26 = {instancePath:instancePath+"/citations/" + i1+"/verification_status",schemaPath:"#/properties/citations/items/properties/verification_status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data8.citation_text_ja !== undefined){
if(typeof data8.citation_text_ja !== "string"){
const err27 = {instancePath:instancePath+"/citations/" + i1+"/citation_text_ja",schemaPath:"#/properties/citations/items/properties/citation_text_ja/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data8.citation_markdown !== undefined){
if(typeof data8.citation_markdown !== "string"){
const err28 = {instancePath:instancePath+"/citations/" + i1+"/citation_markdown",schemaPath:"#/properties/citations/items/properties/citation_markdown/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data8.field_paths !== undefined){
let data21 = data8.field_paths;
if(Array.isArray(data21)){
const len2 = data21.length;
for(let i2=0; i2<len2; i2++){
if(typeof data21[i2] !== "string"){
const err29 = {instancePath:instancePath+"/citations/" + i1+"/field_paths/" + i2,schemaPath:"#/properties/citations/items/properties/field_paths/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/citations/" + i1+"/field_paths",schemaPath:"#/properties/citations/items/properties/field_paths/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/citations/" + i1,schemaPath:"#/properties/citations/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/citations",schemaPath:"#/properties/citations/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.warnings !== undefined){
let data23 = data.warnings;
if(Array.isArray(data23)){
const len3 = data23.length;
for(let i3=0; i3<len3; i3++){
if(typeof data23[i3] !== "string"){
const err33 = {instancePath:instancePath+"/warnings/" + i3,schemaPath:"#/properties/warnings/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/warnings",schemaPath:"#/properties/warnings/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.suggested_actions !== undefined){
let data25 = data.suggested_actions;
if(Array.isArray(data25)){
const len4 = data25.length;
for(let i4=0; i4<len4; i4++){
let data26 = data25[i4];
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
if(data26.args === undefined){
const err35 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/required",keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data26.tool !== undefined){
let data27 = data26.tool;
if((typeof data27 !== "string") && (data27 !== null)){
const err36 = {instancePath:instancePath+"/suggested_actions/" + i4+"/tool",schemaPath:"#/properties/suggested_actions/items/properties/tool/type",keyword:"type",params:{type: schema31.properties.suggested_actions.items.properties.tool.type}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data26.endpoint !== undefined){
let data28 = data26.endpoint;
if((typeof data28 !== "string") && (data28 !== null)){
const err37 = {instancePath:instancePath+"/suggested_actions/" + i4+"/endpoint",schemaPath:"#/properties/suggested_actions/items/properties/endpoint/type",keyword:"type",params:{type: schema31.properties.suggested_actions.items.properties.endpoint.type}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data26.args !== undefined){
let data29 = data26.args;
if(!(data29 && typeof data29 == "object" && !Array.isArray(data29))){
const err38 = {instancePath:instancePath+"/suggested_actions/" + i4+"/args",schemaPath:"#/properties/suggested_actions/items/properties/args/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data26.reason !== undefined){
let data30 = data26.reason;
if((typeof data30 !== "string") && (data30 !== null)){
const err39 = {instancePath:instancePath+"/suggested_actions/" + i4+"/reason",schemaPath:"#/properties/suggested_actions/items/properties/reason/type",keyword:"type",params:{type: schema31.properties.suggested_actions.items.properties.reason.type}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/suggested_actions",schemaPath:"#/properties/suggested_actions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.meta !== undefined){
let data31 = data.meta;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(data31.request_id === undefined){
const err42 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data31.api_version === undefined){
const err43 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "api_version"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data31.latency_ms === undefined){
const err44 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "latency_ms"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data31.billable_units === undefined){
const err45 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "billable_units"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data31.request_id !== undefined){
let data32 = data31.request_id;
if(typeof data32 === "string"){
if(data32.length < 1){
const err46 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data31.api_version !== undefined){
let data33 = data31.api_version;
if(typeof data33 !== "string"){
const err48 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if("v2" !== data33){
const err49 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/const",keyword:"const",params:{allowedValue: "v2"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data31.latency_ms !== undefined){
let data34 = data31.latency_ms;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err50 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 < 0 || isNaN(data34)){
const err51 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
if(data31.billable_units !== undefined){
let data35 = data31.billable_units;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
const err52 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 < 0 || isNaN(data35)){
const err53 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
if(data31.client_tag !== undefined){
if(typeof data31.client_tag !== "string"){
const err54 = {instancePath:instancePath+"/meta/client_tag",schemaPath:"#/properties/meta/properties/client_tag/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.retry_with !== undefined){
let data37 = data.retry_with;
if(!(data37 && typeof data37 == "object" && !Array.isArray(data37))){
const err56 = {instancePath:instancePath+"/retry_with",schemaPath:"#/properties/retry_with/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.empty_reason !== undefined){
let data38 = data.empty_reason;
if(!((((data38 === "no_match") || (data38 === "filters_too_narrow")) || (data38 === "source_unavailable")) || (data38 === "license_blocked"))){
const err57 = {instancePath:instancePath+"/empty_reason",schemaPath:"#/properties/empty_reason/enum",keyword:"enum",params:{allowedValues: schema31.properties.empty_reason.enum}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.error !== undefined){
let data39 = data.error;
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(data39.code === undefined){
const err58 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data39.user_message === undefined){
const err59 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "user_message"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data39.retryable === undefined){
const err60 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "retryable"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data39.documentation === undefined){
const err61 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "documentation"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data39.code !== undefined){
let data40 = data39.code;
if(!(((((((((data40 === "RATE_LIMITED") || (data40 === "UNAUTHORIZED")) || (data40 === "FORBIDDEN")) || (data40 === "NOT_FOUND")) || (data40 === "VALIDATION_ERROR")) || (data40 === "LICENSE_GATE_BLOCKED")) || (data40 === "QUOTA_EXCEEDED")) || (data40 === "INTEGRITY_ERROR")) || (data40 === "INTERNAL_ERROR"))){
const err62 = {instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/properties/code/enum",keyword:"enum",params:{allowedValues: schema31.properties.error.properties.code.enum}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data39.user_message !== undefined){
let data41 = data39.user_message;
if(typeof data41 === "string"){
if(data41.length < 1){
const err63 = {instancePath:instancePath+"/error/user_message",schemaPath:"#/properties/error/properties/user_message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/error/user_message",schemaPath:"#/properties/error/properties/user_message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data39.developer_message !== undefined){
if(typeof data39.developer_message !== "string"){
const err65 = {instancePath:instancePath+"/error/developer_message",schemaPath:"#/properties/error/properties/developer_message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data39.retryable !== undefined){
if(typeof data39.retryable !== "boolean"){
const err66 = {instancePath:instancePath+"/error/retryable",schemaPath:"#/properties/error/properties/retryable/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data39.retry_after !== undefined){
let data44 = data39.retry_after;
if(!(((typeof data44 == "number") && (!(data44 % 1) && !isNaN(data44))) && (isFinite(data44)))){
const err67 = {instancePath:instancePath+"/error/retry_after",schemaPath:"#/properties/error/properties/retry_after/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if((typeof data44 == "number") && (isFinite(data44))){
if(data44 < 0 || isNaN(data44)){
const err68 = {instancePath:instancePath+"/error/retry_after",schemaPath:"#/properties/error/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
}
if(data39.documentation !== undefined){
let data45 = data39.documentation;
if(typeof data45 === "string"){
if(data45.length < 1){
const err69 = {instancePath:instancePath+"/error/documentation",schemaPath:"#/properties/error/properties/documentation/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
else {
const err70 = {instancePath:instancePath+"/error/documentation",schemaPath:"#/properties/error/properties/documentation/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"status":true,"results":true,"query_echo":true,"citations":true,"warnings":true,"suggested_actions":true,"meta":true,"retry_with":true,"empty_reason":true,"error":true},"dynamicProps":false,"dynamicItems":false};

export const check1 = validate21;
const schema32 = {"title":"rich","type":"object","required":["status","query_echo","citations","warnings","suggested_actions","meta","results"],"properties":{"status":{"type":"string","const":"rich","rule":"jpcite/status"},"query_echo":{"type":"object","required":["normalized_input","applied_filters","unparsed_terms"],"properties":{"normalized_input":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"applied_filters":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"unparsed_terms":{"type":"array","items":{"type":"string"},"rule":"jpcite/query-echo"}},"rule":"jpcite/query-echo"},"citations":{"type":"array","items":{"type":"object","properties":{"source_id":{"type":"string","rule":"jpcite/citation"},"source_url":{"type":"string","rule":"jpcite/citation"},"publisher":{"type":"string","rule":"jpcite/citation"},"title":{"type":"string","rule":"jpcite/citation"},"fetched_at":{"type":"string","rule":"jpcite/citation"},"checksum":{"type":"string","rule":"jpcite/citation"},"license":{"type":"string","rule":"jpcite/citation"},"excerpt":{"type":"string","rule":"jpcite/citation"},"page_ref":{"type":"string","rule":"jpcite/citation"},"verification_status":{"type":"string","rule":"jpcite/citation"},"citation_text_ja":{"type":"string","rule":"jpcite/citation"},"citation_markdown":{"type":"string","rule":"jpcite/citation"},"field_paths":{"type":"array","items":{"type":"string"},"rule":"jpcite/citation"}},"rule":"jpcite/citation"},"rule":"jpcite/citation"},"warnings":{"type":"array","items":{"type":"string","rule":"jpcite/warnings"},"rule":"jpcite/warnings"},"suggested_actions":{"type":"array","items":{"type":"object","required":["args"],"properties":{"tool":{"type":["string","null"],"rule":"jpcite/action"},"endpoint":{"type":["string","null"],"rule":"jpcite/action"},"args":{"type":"object","properties":{},"rule":"jpcite/action-args"},"reason":{"type":["string","null"],"rule":"jpcite/action"}},"rule":"jpcite/action"},"rule":"jpcite/action"},"meta":{"type":"object","required":["request_id","api_version","latency_ms","billable_units"],"properties":{"request_id":{"type":"string","minLength":1,"rule":"jpcite/request-id"},"api_version":{"type":"string","const":"v2","rule":"jpcite/api-version"},"latency_ms":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"billable_units":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"client_tag":{"type":"string","rule":"jpcite/meta"}},"rule":"jpcite/meta"},"retry_with":{"type":"object","properties":{},"rule":"jpcite/retry-with"},"results":{"type":"array","items":{},"minItems":1,"rule":"jpcite/rows"},"error":false,"empty_reason":false},"rule":"jpcite/envelope"};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query_echo === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query_echo"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.citations === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "citations"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.warnings === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "warnings"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.suggested_actions === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "suggested_actions"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.meta === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "meta"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.results === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "results"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err7 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if("rich" !== data0){
const err8 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "rich"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.query_echo !== undefined){
let data1 = data.query_echo;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.normalized_input === undefined){
const err9 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "normalized_input"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1.applied_filters === undefined){
const err10 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "applied_filters"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data1.unparsed_terms === undefined){
const err11 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "unparsed_terms"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data1.normalized_input !== undefined){
let data2 = data1.normalized_input;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err12 = {instancePath:instancePath+"/query_echo/normalized_input",schemaPath:"#/properties/query_echo/properties/normalized_input/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data1.applied_filters !== undefined){
let data3 = data1.applied_filters;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err13 = {instancePath:instancePath+"/query_echo/applied_filters",schemaPath:"#/properties/query_echo/properties/applied_filters/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.unparsed_terms !== undefined){
let data4 = data1.unparsed_terms;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err14 = {instancePath:instancePath+"/query_echo/unparsed_terms/" + i0,schemaPath:"#/properties/query_echo/properties/unparsed_terms/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/query_echo/unparsed_terms",schemaPath:"#/properties/query_echo/properties/unparsed_terms/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.citations !== undefined){
let data6 = data.citations;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.source_id !== undefined){
if(typeof data7.source_id !== "string"){
const err17 = {instancePath:instancePath+"/citations/" + i1+"/source_id",schemaPath:"#/properties/citations/items/properties/source_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data7.source_url !== undefined){
if(typeof data7.source_url !== "string"){
const err18 = {instancePath:instancePath+"/citations/" + i1+"/source_url",schemaPath:"#/properties/citations/items/properties/source_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data7.publisher !== undefined){
if(typeof data7.publisher !== "string"){
const err19 = {instancePath:instancePath+"/citations/" + i1+"/publisher",schemaPath:"#/properties/citations/items/properties/publisher/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data7.title !== undefined){
if(typeof data7.title !== "string"){
const err20 = {instancePath:instancePath+"/citations/" + i1+"/title",schemaPath:"#/properties/citations/items/properties/title/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data7.fetched_at !== undefined){
if(typeof data7.fetched_at !== "string"){
const err21 = {instancePath:instancePath+"/citations/" + i1+"/fetched_at",schemaPath:"#/properties/citations/items/properties/fetched_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data7.checksum !== undefined){
if(typeof data7.checksum !== "string"){
const err22 = {instancePath:instancePath+"/citations/" + i1+"/checksum",schemaPath:"#/properties/citations/items/properties/checksum/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.license !== undefined){
if(typeof data7.license !== "string"){
const err23 = {instancePath:instancePath+"/citations/" + i1+"/license",schemaPath:"#/properties/citations/items/properties/license/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data7.excerpt !== undefined){
if(typeof data7.excerpt !== "string"){
const err24 = {instancePath:instancePath+"/citations/" + i1+"/excerpt",schemaPath:"#/properties/citations/items/properties/excerpt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data7.page_ref !== undefined){
if(typeof data7.page_ref !== "string"){
const err25 = {instancePath:instancePath+"/citations/" + i1+"/page_ref",schemaPath:"#/properties/citations/items/properties/page_ref/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data7.verification_status !== undefined){
if(typeof data7.verification_status !== "string"){
const err26 = {instancePath:instancePath+"/citations/" + i1+"/verification_status",schemaPath:"#/properties/citations/items/properties/verification_status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data7.citation_text_ja !== undefined){
if(typeof data7.citation_text_ja !== "string"){
const err27 = {instancePath:instancePath+"/citations/" + i1+"/citation_text_ja",schemaPath:"#/properties/citations/items/properties/citation_text_ja/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data7.citation_markdown !== undefined){
if(typeof data7.citation_markdown !== "string"){
const err28 = {instancePath:instancePath+"/citations/" + i1+"/citation_markdown",schemaPath:"#/properties/citations/items/properties/citation_markdown/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data7.field_paths !== undefined){
let data20 = data7.field_paths;
if(Array.isArray(data20)){
const len2 = data20.length;
for(let i2=0; i2<len2; i2++){
if(typeof data20[i2] !== "string"){
const err29 = {instancePath:instancePath+"/citations/" + i1+"/field_paths/" + i2,schemaPath:"#/properties/citations/items/properties/field_paths/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/citations/" + i1+"/field_paths",schemaPath:"#/properties/citations/items/properties/field_paths/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/citations/" + i1,schemaPath:"#/properties/citations/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/citations",schemaPath:"#/properties/citations/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.warnings !== undefined){
let data22 = data.warnings;
if(Array.isArray(data22)){
const len3 = data22.length;
for(let i3=0; i3<len3; i3++){
if(typeof data22[i3] !== "string"){
const err33 = {instancePath:instancePath+"/warnings/" + i3,schemaPath:"#/properties/warnings/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/warnings",schemaPath:"#/properties/warnings/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.suggested_actions !== undefined){
let data24 = data.suggested_actions;
if(Array.isArray(data24)){
const len4 = data24.length;
for(let i4=0; i4<len4; i4++){
let data25 = data24[i4];
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.args === undefined){
const err35 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/required",keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data25.tool !== undefined){
let data26 = data25.tool;
if((typeof data26 !== "string") && (data26 !== null)){
const err36 = {instancePath:instancePath+"/suggested_actions/" + i4+"/tool",schemaPath:"#/properties/suggested_actions/items/properties/tool/type",keyword:"type",params:{type: schema32.properties.suggested_actions.items.properties.tool.type}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data25.endpoint !== undefined){
let data27 = data25.endpoint;
if((typeof data27 !== "string") && (data27 !== null)){
const err37 = {instancePath:instancePath+"/suggested_actions/" + i4+"/endpoint",schemaPath:"#/properties/suggested_actions/items/properties/endpoint/type",keyword:"type",params:{type: schema32.properties.suggested_actions.items.properties.endpoint.type}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data25.args !== undefined){
let data28 = data25.args;
if(!(data28 && typeof data28 == "object" && !Array.isArray(data28))){
const err38 = {instancePath:instancePath+"/suggested_actions/" + i4+"/args",schemaPath:"#/properties/suggested_actions/items/properties/args/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data25.reason !== undefined){
let data29 = data25.reason;
if((typeof data29 !== "string") && (data29 !== null)){
const err39 = {instancePath:instancePath+"/suggested_actions/" + i4+"/reason",schemaPath:"#/properties/suggested_actions/items/properties/reason/type",keyword:"type",params:{type: schema32.properties.suggested_actions.items.properties.reason.type}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/suggested_actions",schemaPath:"#/properties/suggested_actions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.meta !== undefined){
let data30 = data.meta;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(data30.request_id === undefined){
const err42 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data30.api_version === undefined){
const err43 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "api_version"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data30.latency_ms === undefined){
const err44 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "latency_ms"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data30.billable_units === undefined){
const err45 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "billable_units"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data30.request_id !== undefined){
let data31 = data30.request_id;
if(typeof data31 === "string"){
if(data31.length < 1){
const err46 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data30.api_version !== undefined){
let data32 = data30.api_version;
if(typeof data32 !== "string"){
const err48 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if("v2" !== data32){
const err49 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/const",keyword:"const",params:{allowedValue: "v2"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data30.latency_ms !== undefined){
let data33 = data30.latency_ms;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err50 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 0 || isNaN(data33)){
const err51 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
if(data30.billable_units !== undefined){
let data34 = data30.billable_units;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err52 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 < 0 || isNaN(data34)){
const err53 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
if(data30.client_tag !== undefined){
if(typeof data30.client_tag !== "string"){
const err54 = {instancePath:instancePath+"/meta/client_tag",schemaPath:"#/properties/meta/properties/client_tag/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.retry_with !== undefined){
let data36 = data.retry_with;
if(!(data36 && typeof data36 == "object" && !Array.isArray(data36))){
const err56 = {instancePath:instancePath+"/retry_with",schemaPath:"#/properties/retry_with/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.results !== undefined){
let data37 = data.results;
if(Array.isArray(data37)){
if(data37.length < 1){
const err57 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
else {
const err58 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data.error !== undefined){
const err59 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data.empty_reason !== undefined){
const err60 = {instancePath:instancePath+"/empty_reason",schemaPath:"#/properties/empty_reason/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"status":true,"query_echo":true,"citations":true,"warnings":true,"suggested_actions":true,"meta":true,"retry_with":true,"results":true,"error":true,"empty_reason":true},"dynamicProps":false,"dynamicItems":false};

export const check2 = validate22;
const schema33 = {"title":"sparse","type":"object","required":["status","query_echo","citations","warnings","suggested_actions","meta","results"],"properties":{"status":{"type":"string","const":"sparse","rule":"jpcite/status"},"query_echo":{"type":"object","required":["normalized_input","applied_filters","unparsed_terms"],"properties":{"normalized_input":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"applied_filters":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"unparsed_terms":{"type":"array","items":{"type":"string"},"rule":"jpcite/query-echo"}},"rule":"jpcite/query-echo"},"citations":{"type":"array","items":{"type":"object","properties":{"source_id":{"type":"string","rule":"jpcite/citation"},"source_url":{"type":"string","rule":"jpcite/citation"},"publisher":{"type":"string","rule":"jpcite/citation"},"title":{"type":"string","rule":"jpcite/citation"},"fetched_at":{"type":"string","rule":"jpcite/citation"},"checksum":{"type":"string","rule":"jpcite/citation"},"license":{"type":"string","rule":"jpcite/citation"},"excerpt":{"type":"string","rule":"jpcite/citation"},"page_ref":{"type":"string","rule":"jpcite/citation"},"verification_status":{"type":"string","rule":"jpcite/citation"},"citation_text_ja":{"type":"string","rule":"jpcite/citation"},"citation_markdown":{"type":"string","rule":"jpcite/citation"},"field_paths":{"type":"array","items":{"type":"string"},"rule":"jpcite/citation"}},"rule":"jpcite/citation"},"rule":"jpcite/citation"},"warnings":{"type":"array","items":{"type":"string","rule":"jpcite/warnings"},"rule":"jpcite/warnings"},"suggested_actions":{"type":"array","items":{"type":"object","required":["args"],"properties":{"tool":{"type":["string","null"],"rule":"jpcite/action"},"endpoint":{"type":["string","null"],"rule":"jpcite/action"},"args":{"type":"object","properties":{},"rule":"jpcite/action-args"},"reason":{"type":["string","null"],"rule":"jpcite/action"}},"rule":"jpcite/action"},"rule":"jpcite/action"},"meta":{"type":"object","required":["request_id","api_version","latency_ms","billable_units"],"properties":{"request_id":{"type":"string","minLength":1,"rule":"jpcite/request-id"},"api_version":{"type":"string","const":"v2","rule":"jpcite/api-version"},"latency_ms":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"billable_units":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"client_tag":{"type":"string","rule":"jpcite/meta"}},"rule":"jpcite/meta"},"retry_with":{"type":"object","properties":{},"rule":"jpcite/retry-with"},"results":{"type":"array","items":{},"minItems":1,"maxItems":4,"rule":"jpcite/rows"},"error":false,"empty_reason":false},"rule":"jpcite/envelope"};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query_echo === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query_echo"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.citations === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "citations"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.warnings === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "warnings"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.suggested_actions === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "suggested_actions"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.meta === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "meta"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.results === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "results"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err7 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if("sparse" !== data0){
const err8 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "sparse"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.query_echo !== undefined){
let data1 = data.query_echo;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.normalized_input === undefined){
const err9 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "normalized_input"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1.applied_filters === undefined){
const err10 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "applied_filters"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data1.unparsed_terms === undefined){
const err11 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "unparsed_terms"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data1.normalized_input !== undefined){
let data2 = data1.normalized_input;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err12 = {instancePath:instancePath+"/query_echo/normalized_input",schemaPath:"#/properties/query_echo/properties/normalized_input/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data1.applied_filters !== undefined){
let data3 = data1.applied_filters;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err13 = {instancePath:instancePath+"/query_echo/applied_filters",schemaPath:"#/properties/query_echo/properties/applied_filters/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.unparsed_terms !== undefined){
let data4 = data1.unparsed_terms;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err14 = {instancePath:instancePath+"/query_echo/unparsed_terms/" + i0,schemaPath:"#/properties/query_echo/properties/unparsed_terms/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/query_echo/unparsed_terms",schemaPath:"#/properties/query_echo/properties/unparsed_terms/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.citations !== undefined){
let data6 = data.citations;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.source_id !== undefined){
if(typeof data7.source_id !== "string"){
const err17 = {instancePath:instancePath+"/citations/" + i1+"/source_id",schemaPath:"#/properties/citations/items/properties/source_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data7.source_url !== undefined){
if(typeof data7.source_url !== "string"){
const err18 = {instancePath:instancePath+"/citations/" + i1+"/source_url",schemaPath:"#/properties/citations/items/properties/source_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data7.publisher !== undefined){
if(typeof data7.publisher !== "string"){
const err19 = {instancePath:instancePath+"/citations/" + i1+"/publisher",schemaPath:"#/properties/citations/items/properties/publisher/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data7.title !== undefined){
if(typeof data7.title !== "string"){
const err20 = {instancePath:instancePath+"/citations/" + i1+"/title",schemaPath:"#/properties/citations/items/properties/title/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data7.fetched_at !== undefined){
if(typeof data7.fetched_at !== "string"){
const err21 = {instancePath:instancePath+"/citations/" + i1+"/fetched_at",schemaPath:"#/properties/citations/items/properties/fetched_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data7.checksum !== undefined){
if(typeof data7.checksum !== "string"){
const err22 = {instancePath:instancePath+"/citations/" + i1+"/checksum",schemaPath:"#/properties/citations/items/properties/checksum/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.license !== undefined){
if(typeof data7.license !== "string"){
const err23 = {instancePath:instancePath+"/citations/" + i1+"/license",schemaPath:"#/properties/citations/items/properties/license/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data7.excerpt !== undefined){
if(typeof data7.excerpt !== "string"){
const err24 = {instancePath:instancePath+"/citations/" + i1+"/excerpt",schemaPath:"#/properties/citations/items/properties/excerpt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data7.page_ref !== undefined){
if(typeof data7.page_ref !== "string"){
const err25 = {instancePath:instancePath+"/citations/" + i1+"/page_ref",schemaPath:"#/properties/citations/items/properties/page_ref/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data7.verification_status !== undefined){
if(typeof data7.verification_status !== "string"){
const err26 = {instancePath:instancePath+"/citations/" + i1+"/verification_status",schemaPath:"#/properties/citations/items/properties/verification_status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data7.citation_text_ja !== undefined){
if(typeof data7.citation_text_ja !== "string"){
const err27 = {instancePath:instancePath+"/citations/" + i1+"/citation_text_ja",schemaPath:"#/properties/citations/items/properties/citation_text_ja/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data7.citation_markdown !== undefined){
if(typeof data7.citation_markdown !== "string"){
const err28 = {instancePath:instancePath+"/citations/" + i1+"/citation_markdown",schemaPath:"#/properties/citations/items/properties/citation_markdown/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data7.field_paths !== undefined){
let data20 = data7.field_paths;
if(Array.isArray(data20)){
const len2 = data20.length;
for(let i2=0; i2<len2; i2++){
if(typeof data20[i2] !== "string"){
const err29 = {instancePath:instancePath+"/citations/" + i1+"/field_paths/" + i2,schemaPath:"#/properties/citations/items/properties/field_paths/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/citations/" + i1+"/field_paths",schemaPath:"#/properties/citations/items/properties/field_paths/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/citations/" + i1,schemaPath:"#/properties/citations/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/citations",schemaPath:"#/properties/citations/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.warnings !== undefined){
let data22 = data.warnings;
if(Array.isArray(data22)){
const len3 = data22.length;
for(let i3=0; i3<len3; i3++){
if(typeof data22[i3] !== "string"){
const err33 = {instancePath:instancePath+"/warnings/" + i3,schemaPath:"#/properties/warnings/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/warnings",schemaPath:"#/properties/warnings/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.suggested_actions !== undefined){
let data24 = data.suggested_actions;
if(Array.isArray(data24)){
const len4 = data24.length;
for(let i4=0; i4<len4; i4++){
let data25 = data24[i4];
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.args === undefined){
const err35 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/required",keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data25.tool !== undefined){
let data26 = data25.tool;
if((typeof data26 !== "string") && (data26 !== null)){
const err36 = {instancePath:instancePath+"/suggested_actions/" + i4+"/tool",schemaPath:"#/properties/suggested_actions/items/properties/tool/type",keyword:"type",params:{type: schema33.properties.suggested_actions.items.properties.tool.type}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data25.endpoint !== undefined){
let data27 = data25.endpoint;
if((typeof data27 !== "string") && (data27 !== null)){
const err37 = {instancePath:instancePath+"/suggested_actions/" + i4+"/endpoint",schemaPath:"#/properties/suggested_actions/items/properties/endpoint/type",keyword:"type",params:{type: schema33.properties.suggested_actions.items.properties.endpoint.type}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data25.args !== undefined){
let data28 = data25.args;
if(!(data28 && typeof data28 == "object" && !Array.isArray(data28))){
const err38 = {instancePath:instancePath+"/suggested_actions/" + i4+"/args",schemaPath:"#/properties/suggested_actions/items/properties/args/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data25.reason !== undefined){
let data29 = data25.reason;
if((typeof data29 !== "string") && (data29 !== null)){
const err39 = {instancePath:instancePath+"/suggested_actions/" + i4+"/reason",schemaPath:"#/properties/suggested_actions/items/properties/reason/type",keyword:"type",params:{type: schema33.properties.suggested_actions.items.properties.reason.type}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/suggested_actions",schemaPath:"#/properties/suggested_actions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.meta !== undefined){
let data30 = data.meta;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(data30.request_id === undefined){
const err42 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data30.api_version === undefined){
const err43 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "api_version"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data30.latency_ms === undefined){
const err44 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "latency_ms"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data30.billable_units === undefined){
const err45 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "billable_units"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data30.request_id !== undefined){
let data31 = data30.request_id;
if(typeof data31 === "string"){
if(data31.length < 1){
const err46 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data30.api_version !== undefined){
let data32 = data30.api_version;
if(typeof data32 !== "string"){
const err48 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if("v2" !== data32){
const err49 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/const",keyword:"const",params:{allowedValue: "v2"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data30.latency_ms !== undefined){
let data33 = data30.latency_ms;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err50 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 0 || isNaN(data33)){
const err51 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
if(data30.billable_units !== undefined){
let data34 = data30.billable_units;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err52 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 < 0 || isNaN(data34)){
const err53 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
if(data30.client_tag !== undefined){
if(typeof data30.client_tag !== "string"){
const err54 = {instancePath:instancePath+"/meta/client_tag",schemaPath:"#/properties/meta/properties/client_tag/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.retry_with !== undefined){
let data36 = data.retry_with;
if(!(data36 && typeof data36 == "object" && !Array.isArray(data36))){
const err56 = {instancePath:instancePath+"/retry_with",schemaPath:"#/properties/retry_with/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.results !== undefined){
let data37 = data.results;
if(Array.isArray(data37)){
if(data37.length > 4){
const err57 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/maxItems",keyword:"maxItems",params:{limit: 4}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data37.length < 1){
const err58 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
else {
const err59 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data.error !== undefined){
const err60 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data.empty_reason !== undefined){
const err61 = {instancePath:instancePath+"/empty_reason",schemaPath:"#/properties/empty_reason/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"status":true,"query_echo":true,"citations":true,"warnings":true,"suggested_actions":true,"meta":true,"retry_with":true,"results":true,"error":true,"empty_reason":true},"dynamicProps":false,"dynamicItems":false};

export const check3 = validate23;
const schema34 = {"title":"empty","type":"object","required":["status","query_echo","citations","warnings","suggested_actions","meta","results","empty_reason"],"properties":{"status":{"type":"string","const":"empty","rule":"jpcite/status"},"query_echo":{"type":"object","required":["normalized_input","applied_filters","unparsed_terms"],"properties":{"normalized_input":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"applied_filters":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"unparsed_terms":{"type":"array","items":{"type":"string"},"rule":"jpcite/query-echo"}},"rule":"jpcite/query-echo"},"citations":{"type":"array","items":{"type":"object","properties":{"source_id":{"type":"string","rule":"jpcite/citation"},"source_url":{"type":"string","rule":"jpcite/citation"},"publisher":{"type":"string","rule":"jpcite/citation"},"title":{"type":"string","rule":"jpcite/citation"},"fetched_at":{"type":"string","rule":"jpcite/citation"},"checksum":{"type":"string","rule":"jpcite/citation"},"license":{"type":"string","rule":"jpcite/citation"},"excerpt":{"type":"string","rule":"jpcite/citation"},"page_ref":{"type":"string","rule":"jpcite/citation"},"verification_status":{"type":"string","rule":"jpcite/citation"},"citation_text_ja":{"type":"string","rule":"jpcite/citation"},"citation_markdown":{"type":"string","rule":"jpcite/citation"},"field_paths":{"type":"array","items":{"type":"string"},"rule":"jpcite/citation"}},"rule":"jpcite/citation"},"rule":"jpcite/citation"},"warnings":{"type":"array","items":{"type":"string","rule":"jpcite/warnings"},"rule":"jpcite/warnings"},"suggested_actions":{"type":"array","items":{"type":"object","required":["args"],"properties":{"tool":{"type":["string","null"],"rule":"jpcite/action"},"endpoint":{"type":["string","null"],"rule":"jpcite/action"},"args":{"type":"object","properties":{},"rule":"jpcite/action-args"},"reason":{"type":["string","null"],"rule":"jpcite/action"}},"rule":"jpcite/action"},"rule":"jpcite/action"},"meta":{"type":"object","required":["request_id","api_version","latency_ms","billable_units"],"properties":{"request_id":{"type":"string","minLength":1,"rule":"jpcite/request-id"},"api_version":{"type":"string","const":"v2","rule":"jpcite/api-version"},"latency_ms":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"billable_units":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"client_tag":{"type":"string","rule":"jpcite/meta"}},"rule":"jpcite/meta"},"retry_with":{"type":"object","properties":{},"rule":"jpcite/retry-with"},"results":{"type":"array","items":{},"maxItems":0,"rule":"jpcite/rows"},"empty_reason":{"enum":["no_match","filters_too_narrow","source_unavailable","license_blocked"],"rule":"jpcite/empty-reason"},"error":false},"rule":"jpcite/envelope"};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query_echo === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query_echo"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.citations === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "citations"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.warnings === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "warnings"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.suggested_actions === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "suggested_actions"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.meta === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "meta"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.results === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "results"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.empty_reason === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "empty_reason"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err8 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("empty" !== data0){
const err9 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "empty"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.query_echo !== undefined){
let data1 = data.query_echo;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.normalized_input === undefined){
const err10 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "normalized_input"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data1.applied_filters === undefined){
const err11 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "applied_filters"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data1.unparsed_terms === undefined){
const err12 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "unparsed_terms"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data1.normalized_input !== undefined){
let data2 = data1.normalized_input;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err13 = {instancePath:instancePath+"/query_echo/normalized_input",schemaPath:"#/properties/query_echo/properties/normalized_input/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.applied_filters !== undefined){
let data3 = data1.applied_filters;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err14 = {instancePath:instancePath+"/query_echo/applied_filters",schemaPath:"#/properties/query_echo/properties/applied_filters/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data1.unparsed_terms !== undefined){
let data4 = data1.unparsed_terms;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err15 = {instancePath:instancePath+"/query_echo/unparsed_terms/" + i0,schemaPath:"#/properties/query_echo/properties/unparsed_terms/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/query_echo/unparsed_terms",schemaPath:"#/properties/query_echo/properties/unparsed_terms/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.citations !== undefined){
let data6 = data.citations;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.source_id !== undefined){
if(typeof data7.source_id !== "string"){
const err18 = {instancePath:instancePath+"/citations/" + i1+"/source_id",schemaPath:"#/properties/citations/items/properties/source_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data7.source_url !== undefined){
if(typeof data7.source_url !== "string"){
const err19 = {instancePath:instancePath+"/citations/" + i1+"/source_url",schemaPath:"#/properties/citations/items/properties/source_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data7.publisher !== undefined){
if(typeof data7.publisher !== "string"){
const err20 = {instancePath:instancePath+"/citations/" + i1+"/publisher",schemaPath:"#/properties/citations/items/properties/publisher/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data7.title !== undefined){
if(typeof data7.title !== "string"){
const err21 = {instancePath:instancePath+"/citations/" + i1+"/title",schemaPath:"#/properties/citations/items/properties/title/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data7.fetched_at !== undefined){
if(typeof data7.fetched_at !== "string"){
const err22 = {instancePath:instancePath+"/citations/" + i1+"/fetched_at",schemaPath:"#/properties/citations/items/properties/fetched_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.checksum !== undefined){
if(typeof data7.checksum !== "string"){
const err23 = {instancePath:instancePath+"/citations/" + i1+"/checksum",schemaPath:"#/properties/citations/items/properties/checksum/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data7.license !== undefined){
if(typeof data7.license !== "string"){
const err24 = {instancePath:instancePath+"/citations/" + i1+"/license",schemaPath:"#/properties/citations/items/properties/license/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data7.excerpt !== undefined){
if(typeof data7.excerpt !== "string"){
const err25 = {instancePath:instancePath+"/citations/" + i1+"/excerpt",schemaPath:"#/properties/citations/items/properties/excerpt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data7.page_ref !== undefined){
if(typeof data7.page_ref !== "string"){
const err26 = {instancePath:instancePath+"/citations/" + i1+"/page_ref",schemaPath:"#/properties/citations/items/properties/page_ref/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data7.verification_status !== undefined){
if(typeof data7.verification_status !== "string"){
const err27 = {instancePath:instancePath+"/citations/" + i1+"/verification_status",schemaPath:"#/properties/citations/items/properties/verification_status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data7.citation_text_ja !== undefined){
if(typeof data7.citation_text_ja !== "string"){
const err28 = {instancePath:instancePath+"/citations/" + i1+"/citation_text_ja",schemaPath:"#/properties/citations/items/properties/citation_text_ja/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data7.citation_markdown !== undefined){
if(typeof data7.citation_markdown !== "string"){
const err29 = {instancePath:instancePath+"/citations/" + i1+"/citation_markdown",schemaPath:"#/properties/citations/items/properties/citation_markdown/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data7.field_paths !== undefined){
let data20 = data7.field_paths;
if(Array.isArray(data20)){
const len2 = data20.length;
for(let i2=0; i2<len2; i2++){
if(typeof data20[i2] !== "string"){
const err30 = {instancePath:instancePath+"/citations/" + i1+"/field_paths/" + i2,schemaPath:"#/properties/citations/items/properties/field_paths/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/citations/" + i1+"/field_paths",schemaPath:"#/properties/citations/items/properties/field_paths/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/citations/" + i1,schemaPath:"#/properties/citations/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/citations",schemaPath:"#/properties/citations/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.warnings !== undefined){
let data22 = data.warnings;
if(Array.isArray(data22)){
const len3 = data22.length;
for(let i3=0; i3<len3; i3++){
if(typeof data22[i3] !== "string"){
const err34 = {instancePath:instancePath+"/warnings/" + i3,schemaPath:"#/properties/warnings/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/warnings",schemaPath:"#/properties/warnings/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.suggested_actions !== undefined){
let data24 = data.suggested_actions;
if(Array.isArray(data24)){
const len4 = data24.length;
for(let i4=0; i4<len4; i4++){
let data25 = data24[i4];
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.args === undefined){
const err36 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/required",keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data25.tool !== undefined){
let data26 = data25.tool;
if((typeof data26 !== "string") && (data26 !== null)){
const err37 = {instancePath:instancePath+"/suggested_actions/" + i4+"/tool",schemaPath:"#/properties/suggested_actions/items/properties/tool/type",keyword:"type",params:{type: schema34.properties.suggested_actions.items.properties.tool.type}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data25.endpoint !== undefined){
let data27 = data25.endpoint;
if((typeof data27 !== "string") && (data27 !== null)){
const err38 = {instancePath:instancePath+"/suggested_actions/" + i4+"/endpoint",schemaPath:"#/properties/suggested_actions/items/properties/endpoint/type",keyword:"type",params:{type: schema34.properties.suggested_actions.items.properties.endpoint.type}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data25.args !== undefined){
let data28 = data25.args;
if(!(data28 && typeof data28 == "object" && !Array.isArray(data28))){
const err39 = {instancePath:instancePath+"/suggested_actions/" + i4+"/args",schemaPath:"#/properties/suggested_actions/items/properties/args/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data25.reason !== undefined){
let data29 = data25.reason;
if((typeof data29 !== "string") && (data29 !== null)){
const err40 = {instancePath:instancePath+"/suggested_actions/" + i4+"/reason",schemaPath:"#/properties/suggested_actions/items/properties/reason/type",keyword:"type",params:{type: schema34.properties.suggested_actions.items.properties.reason.type}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/suggested_actions",schemaPath:"#/properties/suggested_actions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.meta !== undefined){
let data30 = data.meta;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(data30.request_id === undefined){
const err43 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data30.api_version === undefined){
const err44 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "api_version"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data30.latency_ms === undefined){
const err45 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "latency_ms"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data30.billable_units === undefined){
const err46 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "billable_units"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data30.request_id !== undefined){
let data31 = data30.request_id;
if(typeof data31 === "string"){
if(data31.length < 1){
const err47 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data30.api_version !== undefined){
let data32 = data30.api_version;
if(typeof data32 !== "string"){
const err49 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if("v2" !== data32){
const err50 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/const",keyword:"const",params:{allowedValue: "v2"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data30.latency_ms !== undefined){
let data33 = data30.latency_ms;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err51 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 0 || isNaN(data33)){
const err52 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
if(data30.billable_units !== undefined){
let data34 = data30.billable_units;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err53 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 < 0 || isNaN(data34)){
const err54 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
if(data30.client_tag !== undefined){
if(typeof data30.client_tag !== "string"){
const err55 = {instancePath:instancePath+"/meta/client_tag",schemaPath:"#/properties/meta/properties/client_tag/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.retry_with !== undefined){
let data36 = data.retry_with;
if(!(data36 && typeof data36 == "object" && !Array.isArray(data36))){
const err57 = {instancePath:instancePath+"/retry_with",schemaPath:"#/properties/retry_with/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.results !== undefined){
let data37 = data.results;
if(Array.isArray(data37)){
if(data37.length > 0){
const err58 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/maxItems",keyword:"maxItems",params:{limit: 0}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
else {
const err59 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data.empty_reason !== undefined){
let data38 = data.empty_reason;
if(!((((data38 === "no_match") || (data38 === "filters_too_narrow")) || (data38 === "source_unavailable")) || (data38 === "license_blocked"))){
const err60 = {instancePath:instancePath+"/empty_reason",schemaPath:"#/properties/empty_reason/enum",keyword:"enum",params:{allowedValues: schema34.properties.empty_reason.enum}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.error !== undefined){
const err61 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"status":true,"query_echo":true,"citations":true,"warnings":true,"suggested_actions":true,"meta":true,"retry_with":true,"results":true,"empty_reason":true,"error":true},"dynamicProps":false,"dynamicItems":false};

export const check4 = validate24;
const schema35 = {"title":"partial","type":"object","required":["status","query_echo","citations","warnings","suggested_actions","meta","results"],"properties":{"status":{"type":"string","const":"partial","rule":"jpcite/status"},"query_echo":{"type":"object","required":["normalized_input","applied_filters","unparsed_terms"],"properties":{"normalized_input":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"applied_filters":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"unparsed_terms":{"type":"array","items":{"type":"string"},"rule":"jpcite/query-echo"}},"rule":"jpcite/query-echo"},"citations":{"type":"array","items":{"type":"object","properties":{"source_id":{"type":"string","rule":"jpcite/citation"},"source_url":{"type":"string","rule":"jpcite/citation"},"publisher":{"type":"string","rule":"jpcite/citation"},"title":{"type":"string","rule":"jpcite/citation"},"fetched_at":{"type":"string","rule":"jpcite/citation"},"checksum":{"type":"string","rule":"jpcite/citation"},"license":{"type":"string","rule":"jpcite/citation"},"excerpt":{"type":"string","rule":"jpcite/citation"},"page_ref":{"type":"string","rule":"jpcite/citation"},"verification_status":{"type":"string","rule":"jpcite/citation"},"citation_text_ja":{"type":"string","rule":"jpcite/citation"},"citation_markdown":{"type":"string","rule":"jpcite/citation"},"field_paths":{"type":"array","items":{"type":"string"},"rule":"jpcite/citation"}},"rule":"jpcite/citation"},"rule":"jpcite/citation"},"warnings":{"type":"array","items":{"type":"string","rule":"jpcite/warnings"},"rule":"jpcite/partial-warnings","minItems":1},"suggested_actions":{"type":"array","items":{"type":"object","required":["args"],"properties":{"tool":{"type":["string","null"],"rule":"jpcite/action"},"endpoint":{"type":["string","null"],"rule":"jpcite/action"},"args":{"type":"object","properties":{},"rule":"jpcite/action-args"},"reason":{"type":["string","null"],"rule":"jpcite/action"}},"rule":"jpcite/action"},"rule":"jpcite/action"},"meta":{"type":"object","required":["request_id","api_version","latency_ms","billable_units"],"properties":{"request_id":{"type":"string","minLength":1,"rule":"jpcite/request-id"},"api_version":{"type":"string","const":"v2","rule":"jpcite/api-version"},"latency_ms":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"billable_units":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"client_tag":{"type":"string","rule":"jpcite/meta"}},"rule":"jpcite/meta"},"retry_with":{"type":"object","properties":{},"rule":"jpcite/retry-with"},"results":{"type":"array","items":{},"rule":"jpcite/rows"},"error":false,"empty_reason":false},"rule":"jpcite/envelope"};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query_echo === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query_echo"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.citations === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "citations"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.warnings === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "warnings"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.suggested_actions === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "suggested_actions"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.meta === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "meta"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.results === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "results"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err7 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if("partial" !== data0){
const err8 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "partial"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.query_echo !== undefined){
let data1 = data.query_echo;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.normalized_input === undefined){
const err9 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "normalized_input"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1.applied_filters === undefined){
const err10 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "applied_filters"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data1.unparsed_terms === undefined){
const err11 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "unparsed_terms"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data1.normalized_input !== undefined){
let data2 = data1.normalized_input;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err12 = {instancePath:instancePath+"/query_echo/normalized_input",schemaPath:"#/properties/query_echo/properties/normalized_input/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data1.applied_filters !== undefined){
let data3 = data1.applied_filters;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err13 = {instancePath:instancePath+"/query_echo/applied_filters",schemaPath:"#/properties/query_echo/properties/applied_filters/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.unparsed_terms !== undefined){
let data4 = data1.unparsed_terms;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err14 = {instancePath:instancePath+"/query_echo/unparsed_terms/" + i0,schemaPath:"#/properties/query_echo/properties/unparsed_terms/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/query_echo/unparsed_terms",schemaPath:"#/properties/query_echo/properties/unparsed_terms/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.citations !== undefined){
let data6 = data.citations;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.source_id !== undefined){
if(typeof data7.source_id !== "string"){
const err17 = {instancePath:instancePath+"/citations/" + i1+"/source_id",schemaPath:"#/properties/citations/items/properties/source_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data7.source_url !== undefined){
if(typeof data7.source_url !== "string"){
const err18 = {instancePath:instancePath+"/citations/" + i1+"/source_url",schemaPath:"#/properties/citations/items/properties/source_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data7.publisher !== undefined){
if(typeof data7.publisher !== "string"){
const err19 = {instancePath:instancePath+"/citations/" + i1+"/publisher",schemaPath:"#/properties/citations/items/properties/publisher/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data7.title !== undefined){
if(typeof data7.title !== "string"){
const err20 = {instancePath:instancePath+"/citations/" + i1+"/title",schemaPath:"#/properties/citations/items/properties/title/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data7.fetched_at !== undefined){
if(typeof data7.fetched_at !== "string"){
const err21 = {instancePath:instancePath+"/citations/" + i1+"/fetched_at",schemaPath:"#/properties/citations/items/properties/fetched_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data7.checksum !== undefined){
if(typeof data7.checksum !== "string"){
const err22 = {instancePath:instancePath+"/citations/" + i1+"/checksum",schemaPath:"#/properties/citations/items/properties/checksum/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.license !== undefined){
if(typeof data7.license !== "string"){
const err23 = {instancePath:instancePath+"/citations/" + i1+"/license",schemaPath:"#/properties/citations/items/properties/license/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data7.excerpt !== undefined){
if(typeof data7.excerpt !== "string"){
const err24 = {instancePath:instancePath+"/citations/" + i1+"/excerpt",schemaPath:"#/properties/citations/items/properties/excerpt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data7.page_ref !== undefined){
if(typeof data7.page_ref !== "string"){
const err25 = {instancePath:instancePath+"/citations/" + i1+"/page_ref",schemaPath:"#/properties/citations/items/properties/page_ref/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data7.verification_status !== undefined){
if(typeof data7.verification_status !== "string"){
const err26 = {instancePath:instancePath+"/citations/" + i1+"/verification_status",schemaPath:"#/properties/citations/items/properties/verification_status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data7.citation_text_ja !== undefined){
if(typeof data7.citation_text_ja !== "string"){
const err27 = {instancePath:instancePath+"/citations/" + i1+"/citation_text_ja",schemaPath:"#/properties/citations/items/properties/citation_text_ja/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data7.citation_markdown !== undefined){
if(typeof data7.citation_markdown !== "string"){
const err28 = {instancePath:instancePath+"/citations/" + i1+"/citation_markdown",schemaPath:"#/properties/citations/items/properties/citation_markdown/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data7.field_paths !== undefined){
let data20 = data7.field_paths;
if(Array.isArray(data20)){
const len2 = data20.length;
for(let i2=0; i2<len2; i2++){
if(typeof data20[i2] !== "string"){
const err29 = {instancePath:instancePath+"/citations/" + i1+"/field_paths/" + i2,schemaPath:"#/properties/citations/items/properties/field_paths/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/citations/" + i1+"/field_paths",schemaPath:"#/properties/citations/items/properties/field_paths/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/citations/" + i1,schemaPath:"#/properties/citations/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/citations",schemaPath:"#/properties/citations/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.warnings !== undefined){
let data22 = data.warnings;
if(Array.isArray(data22)){
if(data22.length < 1){
const err33 = {instancePath:instancePath+"/warnings",schemaPath:"#/properties/warnings/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
const len3 = data22.length;
for(let i3=0; i3<len3; i3++){
if(typeof data22[i3] !== "string"){
const err34 = {instancePath:instancePath+"/warnings/" + i3,schemaPath:"#/properties/warnings/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/warnings",schemaPath:"#/properties/warnings/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.suggested_actions !== undefined){
let data24 = data.suggested_actions;
if(Array.isArray(data24)){
const len4 = data24.length;
for(let i4=0; i4<len4; i4++){
let data25 = data24[i4];
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.args === undefined){
const err36 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/required",keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data25.tool !== undefined){
let data26 = data25.tool;
if((typeof data26 !== "string") && (data26 !== null)){
const err37 = {instancePath:instancePath+"/suggested_actions/" + i4+"/tool",schemaPath:"#/properties/suggested_actions/items/properties/tool/type",keyword:"type",params:{type: schema35.properties.suggested_actions.items.properties.tool.type}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data25.endpoint !== undefined){
let data27 = data25.endpoint;
if((typeof data27 !== "string") && (data27 !== null)){
const err38 = {instancePath:instancePath+"/suggested_actions/" + i4+"/endpoint",schemaPath:"#/properties/suggested_actions/items/properties/endpoint/type",keyword:"type",params:{type: schema35.properties.suggested_actions.items.properties.endpoint.type}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data25.args !== undefined){
let data28 = data25.args;
if(!(data28 && typeof data28 == "object" && !Array.isArray(data28))){
const err39 = {instancePath:instancePath+"/suggested_actions/" + i4+"/args",schemaPath:"#/properties/suggested_actions/items/properties/args/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data25.reason !== undefined){
let data29 = data25.reason;
if((typeof data29 !== "string") && (data29 !== null)){
const err40 = {instancePath:instancePath+"/suggested_actions/" + i4+"/reason",schemaPath:"#/properties/suggested_actions/items/properties/reason/type",keyword:"type",params:{type: schema35.properties.suggested_actions.items.properties.reason.type}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/suggested_actions",schemaPath:"#/properties/suggested_actions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.meta !== undefined){
let data30 = data.meta;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(data30.request_id === undefined){
const err43 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data30.api_version === undefined){
const err44 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "api_version"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data30.latency_ms === undefined){
const err45 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "latency_ms"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data30.billable_units === undefined){
const err46 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "billable_units"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data30.request_id !== undefined){
let data31 = data30.request_id;
if(typeof data31 === "string"){
if(data31.length < 1){
const err47 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data30.api_version !== undefined){
let data32 = data30.api_version;
if(typeof data32 !== "string"){
const err49 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if("v2" !== data32){
const err50 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/const",keyword:"const",params:{allowedValue: "v2"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data30.latency_ms !== undefined){
let data33 = data30.latency_ms;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err51 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 0 || isNaN(data33)){
const err52 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
if(data30.billable_units !== undefined){
let data34 = data30.billable_units;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err53 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 < 0 || isNaN(data34)){
const err54 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
if(data30.client_tag !== undefined){
if(typeof data30.client_tag !== "string"){
const err55 = {instancePath:instancePath+"/meta/client_tag",schemaPath:"#/properties/meta/properties/client_tag/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.retry_with !== undefined){
let data36 = data.retry_with;
if(!(data36 && typeof data36 == "object" && !Array.isArray(data36))){
const err57 = {instancePath:instancePath+"/retry_with",schemaPath:"#/properties/retry_with/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.results !== undefined){
if(!(Array.isArray(data.results))){
const err58 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data.error !== undefined){
const err59 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data.empty_reason !== undefined){
const err60 = {instancePath:instancePath+"/empty_reason",schemaPath:"#/properties/empty_reason/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"status":true,"query_echo":true,"citations":true,"warnings":true,"suggested_actions":true,"meta":true,"retry_with":true,"results":true,"error":true,"empty_reason":true},"dynamicProps":false,"dynamicItems":false};

export const check5 = validate25;
const schema36 = {"title":"error","type":"object","required":["status","query_echo","citations","warnings","meta","results","error"],"properties":{"status":{"type":"string","const":"error","rule":"jpcite/status"},"query_echo":{"type":"object","required":["normalized_input","applied_filters","unparsed_terms"],"properties":{"normalized_input":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"applied_filters":{"type":"object","properties":{},"rule":"jpcite/query-echo"},"unparsed_terms":{"type":"array","items":{"type":"string"},"rule":"jpcite/query-echo"}},"rule":"jpcite/query-echo"},"citations":{"type":"array","items":{"type":"object","properties":{"source_id":{"type":"string","rule":"jpcite/citation"},"source_url":{"type":"string","rule":"jpcite/citation"},"publisher":{"type":"string","rule":"jpcite/citation"},"title":{"type":"string","rule":"jpcite/citation"},"fetched_at":{"type":"string","rule":"jpcite/citation"},"checksum":{"type":"string","rule":"jpcite/citation"},"license":{"type":"string","rule":"jpcite/citation"},"excerpt":{"type":"string","rule":"jpcite/citation"},"page_ref":{"type":"string","rule":"jpcite/citation"},"verification_status":{"type":"string","rule":"jpcite/citation"},"citation_text_ja":{"type":"string","rule":"jpcite/citation"},"citation_markdown":{"type":"string","rule":"jpcite/citation"},"field_paths":{"type":"array","items":{"type":"string"},"rule":"jpcite/citation"}},"rule":"jpcite/citation"},"rule":"jpcite/citation"},"warnings":{"type":"array","items":{"type":"string","rule":"jpcite/warnings"},"rule":"jpcite/warnings"},"suggested_actions":{"type":"array","items":{"type":"object","required":["args"],"properties":{"tool":{"type":["string","null"],"rule":"jpcite/action"},"endpoint":{"type":["string","null"],"rule":"jpcite/action"},"args":{"type":"object","properties":{},"rule":"jpcite/action-args"},"reason":{"type":["string","null"],"rule":"jpcite/action"}},"rule":"jpcite/action"},"rule":"jpcite/action"},"meta":{"type":"object","required":["request_id","api_version","latency_ms","billable_units"],"properties":{"request_id":{"type":"string","minLength":1,"rule":"jpcite/request-id"},"api_version":{"type":"string","const":"v2","rule":"jpcite/api-version"},"latency_ms":{"type":"integer","minimum":0,"rule":"jpcite/meta"},"billable_units":{"type":"number","const":0,"rule":"jpcite/billing-on-error"},"client_tag":{"type":"string","rule":"jpcite/meta"}},"rule":"jpcite/meta"},"retry_with":{"type":"object","properties":{},"rule":"jpcite/retry-with"},"results":{"type":"array","items":{},"maxItems":0,"rule":"jpcite/rows"},"error":{"type":"object","required":["code","user_message","retryable","documentation"],"properties":{"code":{"enum":["RATE_LIMITED","UNAUTHORIZED","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","LICENSE_GATE_BLOCKED","QUOTA_EXCEEDED","INTEGRITY_ERROR","INTERNAL_ERROR"],"rule":"jpcite/error-code"},"user_message":{"type":"string","minLength":1,"rule":"jpcite/error"},"developer_message":{"type":"string","rule":"jpcite/error"},"retryable":{"type":"boolean","rule":"jpcite/error"},"retry_after":{"type":"integer","minimum":0,"rule":"jpcite/retry-after"},"documentation":{"type":"string","minLength":1,"rule":"jpcite/error"}},"rule":"jpcite/error"},"empty_reason":false},"rule":"jpcite/envelope"};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query_echo === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query_echo"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.citations === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "citations"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.warnings === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "warnings"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.meta === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "meta"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.results === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "results"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.error === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "error"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err7 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if("error" !== data0){
const err8 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "error"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.query_echo !== undefined){
let data1 = data.query_echo;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.normalized_input === undefined){
const err9 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "normalized_input"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1.applied_filters === undefined){
const err10 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "applied_filters"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data1.unparsed_terms === undefined){
const err11 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/required",keyword:"required",params:{missingProperty: "unparsed_terms"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data1.normalized_input !== undefined){
let data2 = data1.normalized_input;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err12 = {instancePath:instancePath+"/query_echo/normalized_input",schemaPath:"#/properties/query_echo/properties/normalized_input/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data1.applied_filters !== undefined){
let data3 = data1.applied_filters;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err13 = {instancePath:instancePath+"/query_echo/applied_filters",schemaPath:"#/properties/query_echo/properties/applied_filters/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.unparsed_terms !== undefined){
let data4 = data1.unparsed_terms;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err14 = {instancePath:instancePath+"/query_echo/unparsed_terms/" + i0,schemaPath:"#/properties/query_echo/properties/unparsed_terms/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/query_echo/unparsed_terms",schemaPath:"#/properties/query_echo/properties/unparsed_terms/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/query_echo",schemaPath:"#/properties/query_echo/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.citations !== undefined){
let data6 = data.citations;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.source_id !== undefined){
if(typeof data7.source_id !== "string"){
const err17 = {instancePath:instancePath+"/citations/" + i1+"/source_id",schemaPath:"#/properties/citations/items/properties/source_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data7.source_url !== undefined){
if(typeof data7.source_url !== "string"){
const err18 = {instancePath:instancePath+"/citations/" + i1+"/source_url",schemaPath:"#/properties/citations/items/properties/source_url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data7.publisher !== undefined){
if(typeof data7.publisher !== "string"){
const err19 = {instancePath:instancePath+"/citations/" + i1+"/publisher",schemaPath:"#/properties/citations/items/properties/publisher/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data7.title !== undefined){
if(typeof data7.title !== "string"){
const err20 = {instancePath:instancePath+"/citations/" + i1+"/title",schemaPath:"#/properties/citations/items/properties/title/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data7.fetched_at !== undefined){
if(typeof data7.fetched_at !== "string"){
const err21 = {instancePath:instancePath+"/citations/" + i1+"/fetched_at",schemaPath:"#/properties/citations/items/properties/fetched_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data7.checksum !== undefined){
if(typeof data7.checksum !== "string"){
const err22 = {instancePath:instancePath+"/citations/" + i1+"/checksum",schemaPath:"#/properties/citations/items/properties/checksum/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.license !== undefined){
if(typeof data7.license !== "string"){
const err23 = {instancePath:instancePath+"/citations/" + i1+"/license",schemaPath:"#/properties/citations/items/properties/license/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data7.excerpt !== undefined){
if(typeof data7.excerpt !== "string"){
const err24 = {instancePath:instancePath+"/citations/" + i1+"/excerpt",schemaPath:"#/properties/citations/items/properties/excerpt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data7.page_ref !== undefined){
if(typeof data7.page_ref !== "string"){
const err25 = {instancePath:instancePath+"/citations/" + i1+"/page_ref",schemaPath:"#/properties/citations/items/properties/page_ref/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data7.verification_status !== undefined){
if(typeof data7.verification_status !== "string"){
const err26 = {instancePath:instancePath+"/citations/" + i1+"/verification_status",schemaPath:"#/properties/citations/items/properties/verification_status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data7.citation_text_ja !== undefined){
if(typeof data7.citation_text_ja !== "string"){
const err27 = {instancePath:instancePath+"/citations/" + i1+"/citation_text_ja",schemaPath:"#/properties/citations/items/properties/citation_text_ja/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data7.citation_markdown !== undefined){
if(typeof data7.citation_markdown !== "string"){
const err28 = {instancePath:instancePath+"/citations/" + i1+"/citation_markdown",schemaPath:"#/properties/citations/items/properties/citation_markdown/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data7.field_paths !== undefined){
let data20 = data7.field_paths;
if(Array.isArray(data20)){
const len2 = data20.length;
for(let i2=0; i2<len2; i2++){
if(typeof data20[i2] !== "string"){
const err29 = {instancePath:instancePath+"/citations/" + i1+"/field_paths/" + i2,schemaPath:"#/properties/citations/items/properties/field_paths/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/citations/" + i1+"/field_paths",schemaPath:"#/properties/citations/items/properties/field_paths/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/citations/" + i1,schemaPath:"#/properties/citations/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/citations",schemaPath:"#/properties/citations/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.warnings !== undefined){
let data22 = data.warnings;
if(Array.isArray(data22)){
const len3 = data22.length;
for(let i3=0; i3<len3; i3++){
if(typeof data22[i3] !== "string"){
const err33 = {instancePath:instancePath+"/warnings/" + i3,schemaPath:"#/properties/warnings/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/warnings",schemaPath:"#/properties/warnings/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.suggested_actions !== undefined){
let data24 = data.suggested_actions;
if(Array.isArray(data24)){
const len4 = data24.length;
for(let i4=0; i4<len4; i4++){
let data25 = data24[i4];
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.args === undefined){
const err35 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/required",keyword:"required",params:{missingProperty: "args"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data25.tool !== undefined){
let data26 = data25.tool;
if((typeof data26 !== "string") && (data26 !== null)){
const err36 = {instancePath:instancePath+"/suggested_actions/" + i4+"/tool",schemaPath:"#/properties/suggested_actions/items/properties/tool/type",keyword:"type",params:{type: schema36.properties.suggested_actions.items.properties.tool.type}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data25.endpoint !== undefined){
let data27 = data25.endpoint;
if((typeof data27 !== "string") && (data27 !== null)){
const err37 = {instancePath:instancePath+"/suggested_actions/" + i4+"/endpoint",schemaPath:"#/properties/suggested_actions/items/properties/endpoint/type",keyword:"type",params:{type: schema36.properties.suggested_actions.items.properties.endpoint.type}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data25.args !== undefined){
let data28 = data25.args;
if(!(data28 && typeof data28 == "object" && !Array.isArray(data28))){
const err38 = {instancePath:instancePath+"/suggested_actions/" + i4+"/args",schemaPath:"#/properties/suggested_actions/items/properties/args/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data25.reason !== undefined){
let data29 = data25.reason;
if((typeof data29 !== "string") && (data29 !== null)){
const err39 = {instancePath:instancePath+"/suggested_actions/" + i4+"/reason",schemaPath:"#/properties/suggested_actions/items/properties/reason/type",keyword:"type",params:{type: schema36.properties.suggested_actions.items.properties.reason.type}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/suggested_actions/" + i4,schemaPath:"#/properties/suggested_actions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/suggested_actions",schemaPath:"#/properties/suggested_actions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.meta !== undefined){
let data30 = data.meta;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(data30.request_id === undefined){
const err42 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data30.api_version === undefined){
const err43 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "api_version"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data30.latency_ms === undefined){
const err44 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "latency_ms"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data30.billable_units === undefined){
const err45 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "billable_units"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data30.request_id !== undefined){
let data31 = data30.request_id;
if(typeof data31 === "string"){
if(data31.length < 1){
const err46 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/meta/request_id",schemaPath:"#/properties/meta/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data30.api_version !== undefined){
let data32 = data30.api_version;
if(typeof data32 !== "string"){
const err48 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if("v2" !== data32){
const err49 = {instancePath:instancePath+"/meta/api_version",schemaPath:"#/properties/meta/properties/api_version/const",keyword:"const",params:{allowedValue: "v2"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data30.latency_ms !== undefined){
let data33 = data30.latency_ms;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err50 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 0 || isNaN(data33)){
const err51 = {instancePath:instancePath+"/meta/latency_ms",schemaPath:"#/properties/meta/properties/latency_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
if(data30.billable_units !== undefined){
let data34 = data30.billable_units;
if(!((typeof data34 == "number") && (isFinite(data34)))){
const err52 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(0 !== data34){
const err53 = {instancePath:instancePath+"/meta/billable_units",schemaPath:"#/properties/meta/properties/billable_units/const",keyword:"const",params:{allowedValue: 0}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data30.client_tag !== undefined){
if(typeof data30.client_tag !== "string"){
const err54 = {instancePath:instancePath+"/meta/client_tag",schemaPath:"#/properties/meta/properties/client_tag/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.retry_with !== undefined){
let data36 = data.retry_with;
if(!(data36 && typeof data36 == "object" && !Array.isArray(data36))){
const err56 = {instancePath:instancePath+"/retry_with",schemaPath:"#/properties/retry_with/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.results !== undefined){
let data37 = data.results;
if(Array.isArray(data37)){
if(data37.length > 0){
const err57 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/maxItems",keyword:"maxItems",params:{limit: 0}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
else {
const err58 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data.error !== undefined){
let data38 = data.error;
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(data38.code === undefined){
const err59 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data38.user_message === undefined){
const err60 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "user_message"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data38.retryable === undefined){
const err61 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "retryable"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data38.documentation === undefined){
const err62 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "documentation"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(data38.code !== undefined){
let data39 = data38.code;
if(!(((((((((data39 === "RATE_LIMITED") || (data39 === "UNAUTHORIZED")) || (data39 === "FORBIDDEN")) || (data39 === "NOT_FOUND")) || (data39 === "VALIDATION_ERROR")) || (data39 === "LICENSE_GATE_BLOCKED")) || (data39 === "QUOTA_EXCEEDED")) || (data39 === "INTEGRITY_ERROR")) || (data39 === "INTERNAL_ERROR"))){
const err63 = {instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/properties/code/enum",keyword:"enum",params:{allowedValues: schema36.properties.error.properties.code.enum}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data38.user_message !== undefined){
let data40 = data38.user_message;
if(typeof data40 === "string"){
if(data40.length < 1){
const err64 = {instancePath:instancePath+"/error/user_message",schemaPath:"#/properties/error/properties/user_message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/error/user_message",schemaPath:"#/properties/error/properties/user_message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data38.developer_message !== undefined){
if(typeof data38.developer_message !== "string"){
const err66 = {instancePath:instancePath+"/error/developer_message",schemaPath:"#/properties/error/properties/developer_message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data38.retryable !== undefined){
if(typeof data38.retryable !== "boolean"){
const err67 = {instancePath:instancePath+"/error/retryable",schemaPath:"#/properties/error/properties/retryable/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data38.retry_after !== undefined){
let data43 = data38.retry_after;
if(!(((typeof data43 == "number") && (!(data43 % 1) && !isNaN(data43))) && (isFinite(data43)))){
const err68 = {instancePath:instancePath+"/error/retry_after",schemaPath:"#/properties/error/properties/retry_after/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if((typeof data43 == "number") && (isFinite(data43))){
if(data43 < 0 || isNaN(data43)){
const err69 = {instancePath:instancePath+"/error/retry_after",schemaPath:"#/properties/error/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
}
if(data38.documentation !== undefined){
let data44 = data38.documentation;
if(typeof data44 === "string"){
if(data44.length < 1){
const err70 = {instancePath:instancePath+"/error/documentation",schemaPath:"#/properties/error/properties/documentation/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/error/documentation",schemaPath:"#/properties/error/properties/documentation/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data.empty_reason !== undefined){
const err73 = {instancePath:instancePath+"/empty_reason",schemaPath:"#/properties/empty_reason/false schema",keyword:"false schema",params:{}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"status":true,"query_echo":true,"citations":true,"warnings":true,"suggested_actions":true,"meta":true,"retry_with":true,"results":true,"error":true,"empty_reason":true},"dynamicProps":false,"dynamicItems":false};

export const check6 = validate26;
const schema37 = {"title":"standard-error","type":"object","required":["code","user_message","retryable","documentation"],"properties":{"code":{"enum":["RATE_LIMITED","UNAUTHORIZED","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","LICENSE_GATE_BLOCKED","QUOTA_EXCEEDED","INTEGRITY_ERROR","INTERNAL_ERROR"],"rule":"jpcite/error-code"},"user_message":{"type":"string","minLength":1,"rule":"jpcite/error"},"developer_message":{"type":"string","rule":"jpcite/error"},"retryable":{"type":"boolean","rule":"jpcite/error"},"retry_after":{"type":"integer","minimum":0,"rule":"jpcite/retry-after"},"documentation":{"type":"string","minLength":1,"rule":"jpcite/error"}},"rule":"jpcite/error"};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.user_message === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_message"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.retryable === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "retryable"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.documentation === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "documentation"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.code !== undefined){
let data0 = data.code;
if(!(((((((((data0 === "RATE_LIMITED") || (data0 === "UNAUTHORIZED")) || (data0 === "FORBIDDEN")) || (data0 === "NOT_FOUND")) || (data0 === "VALIDATION_ERROR")) || (data0 === "LICENSE_GATE_BLOCKED")) || (data0 === "QUOTA_EXCEEDED")) || (data0 === "INTEGRITY_ERROR")) || (data0 === "INTERNAL_ERROR"))){
const err4 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/enum",keyword:"enum",params:{allowedValues: schema37.properties.code.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.user_message !== undefined){
let data1 = data.user_message;
if(typeof data1 === "string"){
if(data1.length < 1){
const err5 = {instancePath:instancePath+"/user_message",schemaPath:"#/properties/user_message/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/user_message",schemaPath:"#/properties/user_message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.developer_message !== undefined){
if(typeof data.developer_message !== "string"){
const err7 = {instancePath:instancePath+"/developer_message",schemaPath:"#/properties/developer_message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.retryable !== undefined){
if(typeof data.retryable !== "boolean"){
const err8 = {instancePath:instancePath+"/retryable",schemaPath:"#/properties/retryable/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.retry_after !== undefined){
let data4 = data.retry_after;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err9 = {instancePath:instancePath+"/retry_after",schemaPath:"#/properties/retry_after/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
const err10 = {instancePath:instancePath+"/retry_after",schemaPath:"#/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data.documentation !== undefined){
let data5 = data.documentation;
if(typeof data5 === "string"){
if(data5.length < 1){
const err11 = {instancePath:instancePath+"/documentation",schemaPath:"#/properties/documentation/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/documentation",schemaPath:"#/properties/documentation/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":{"code":true,"user_message":true,"developer_message":true,"retryable":true,"retry_after":true,"documentation":true},"dynamicProps":false,"dynamicItems":false};

export const check7 = validate27;
const schema38 = {"title":"call-tool-result","type":"object","required":["structuredContent","content"],"properties":{"structuredContent":{"type":"object","properties":{},"rule":"jpcite/structured-content"},"content":{"type":"array","items":{"type":"object","required":["type"],"properties":{"type":{"type":"string","rule":"jpcite/tool-result"}},"rule":"jpcite/tool-result"},"minItems":1,"rule":"jpcite/tool-result"},"isError":{"type":"boolean","rule":"jpcite/is-error"}},"rule":"jpcite/tool-result"};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.structuredContent === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "structuredContent"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.content === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.structuredContent !== undefined){
let data0 = data.structuredContent;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err2 = {instancePath:instancePath+"/structuredContent",schemaPath:"#/properties/structuredContent/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.content !== undefined){
let data1 = data.content;
if(Array.isArray(data1)){
if(data1.length < 1){
const err3 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.type === undefined){
const err4 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2.type !== undefined){
if(typeof data2.type !== "string"){
const err5 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.isError !== undefined){
if(typeof data.isError !== "boolean"){
const err8 = {instancePath:instancePath+"/isError",schemaPath:"#/properties/isError/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"structuredContent":true,"content":true,"isError":true},"dynamicProps":false,"dynamicItems":false};

export const check8 = validate28;
const schema39 = {"title":"page","type":"object","required":["total","limit","offset","results"],"properties":{"total":{"type":"integer","minimum":0,"rule":"jpcite/legacy-page"},"limit":{"type":"integer","minimum":0,"rule":"jpcite/legacy-page"},"offset":{"type":"integer","minimum":0,"rule":"jpcite/legacy-page"},"results":{"type":"array","items":{},"rule":"jpcite/legacy-page"},"next_cursor":{"type":["string","null"],"rule":"jpcite/legacy-page"}},"rule":"jpcite/legacy-page"};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.total === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "total"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.limit === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "limit"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.offset === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "offset"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.results === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "results"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.total !== undefined){
let data0 = data.total;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err4 = {instancePath:instancePath+"/total",schemaPath:"#/properties/total/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/total",schemaPath:"#/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.limit !== undefined){
let data1 = data.limit;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.offset !== undefined){
let data2 = data.offset;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err8 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.results !== undefined){
if(!(Array.isArray(data.results))){
const err10 = {instancePath:instancePath+"/results",schemaPath:"#/properties/results/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.next_cursor !== undefined){
let data4 = data.next_cursor;
if((typeof data4 !== "string") && (data4 !== null)){
const err11 = {instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema39.properties.next_cursor.type}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":{"total":true,"limit":true,"offset":true,"results":true,"next_cursor":true},"dynamicProps":false,"dynamicItems":false};

export const check9 = validate29;
const schema40 = {"title":"explained","type":"object","required":["status","explanation","meta"],"properties":{"status":{"type":"string","minLength":1,"rule":"jpcite/legacy-explained"},"explanation":{"type":"string","rule":"jpcite/legacy-explained"},"meta":{"type":"object","properties":{},"rule":"jpcite/legacy-explained"}},"rule":"jpcite/legacy-explained"};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.explanation === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "explanation"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.meta === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "meta"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 === "string"){
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.explanation !== undefined){
if(typeof data.explanation !== "string"){
const err5 = {instancePath:instancePath+"/explanation",schemaPath:"#/properties/explanation/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.meta !== undefined){
let data2 = data.meta;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err6 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":{"status":true,"explanation":true,"meta":true},"dynamicProps":false,"dynamicItems":false};

export const check10 = validate30;
const schema41 = {"title":"health","type":"object","required":["status","version","checks","timestamp_utc"],"properties":{"status":{"enum":["ok","degraded","unhealthy"],"rule":"jpcite/legacy-health"},"version":{"type":"string","rule":"jpcite/legacy-health"},"checks":{"type":"object","patternProperties":{"^.*$":{"type":"object","required":["status"],"properties":{"status":{"enum":["ok","warn","fail"],"rule":"jpcite/legacy-health"}}}},"rule":"jpcite/legacy-health"},"timestamp_utc":{"type":"string","minLength":1,"rule":"jpcite/legacy-health"}},"rule":"jpcite/legacy-health"};
const pattern4 = new RegExp("^.*$", "");

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.version === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.checks === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "checks"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.timestamp_utc === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "timestamp_utc"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(!(((data0 === "ok") || (data0 === "degraded")) || (data0 === "unhealthy"))){
const err4 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema41.properties.status.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.version !== undefined){
if(typeof data.version !== "string"){
const err5 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.checks !== undefined){
let data2 = data.checks;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
var props0 = {};
for(const key0 in data2){
if(pattern4.test(key0)){
let data3 = data2[key0];
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.status === undefined){
const err6 = {instancePath:instancePath+"/checks/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/checks/patternProperties/%5E.*%24/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3.status !== undefined){
let data4 = data3.status;
if(!(((data4 === "ok") || (data4 === "warn")) || (data4 === "fail"))){
const err7 = {instancePath:instancePath+"/checks/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/status",schemaPath:"#/properties/checks/patternProperties/%5E.*%24/properties/status/enum",keyword:"enum",params:{allowedValues: schema41.properties.checks.patternProperties["^.*$"].properties.status.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/checks/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/checks/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
props0[key0] = true;
}
}
}
else {
const err9 = {instancePath:instancePath+"/checks",schemaPath:"#/properties/checks/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.timestamp_utc !== undefined){
let data5 = data.timestamp_utc;
if(typeof data5 === "string"){
if(data5.length < 1){
const err10 = {instancePath:instancePath+"/timestamp_utc",schemaPath:"#/properties/timestamp_utc/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/timestamp_utc",schemaPath:"#/properties/timestamp_utc/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":{"status":true,"version":true,"checks":true,"timestamp_utc":true},"dynamicProps":false,"dynamicItems":false};

export const check11 = validate31;
const schema42 = {"title":"houjin","type":"object","required":["basic","corp_facts","fact_count","adoptions","enforcement"],"properties":{"basic":{"type":"object","required":["houjin_bangou"],"properties":{"houjin_bangou":{"type":"string","pattern":"^[0-9]{13}$","rule":"jpcite/legacy-houjin"}},"rule":"jpcite/legacy-houjin"},"corp_facts":{"type":"object","properties":{},"rule":"jpcite/legacy-houjin"},"fact_count":{"type":"integer","minimum":0,"rule":"jpcite/legacy-houjin"},"invoice_registration":{"type":["object","null"],"rule":"jpcite/legacy-houjin"},"adoptions":{"type":"object","required":["total","recent"],"properties":{"total":{"type":"integer","minimum":0,"rule":"jpcite/legacy-houjin"},"recent":{"type":"array","items":{},"maxItems":5,"rule":"jpcite/legacy-houjin"}},"rule":"jpcite/legacy-houjin"},"enforcement":{"type":"object","required":["total","recent"],"properties":{"total":{"type":"integer","minimum":0,"rule":"jpcite/legacy-houjin"},"recent":{"type":"array","items":{},"maxItems":5,"rule":"jpcite/legacy-houjin"}},"rule":"jpcite/legacy-houjin"}},"rule":"jpcite/legacy-houjin"};
const pattern5 = new RegExp("^[0-9]{13}$", "");

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.basic === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "basic"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.corp_facts === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "corp_facts"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.fact_count === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fact_count"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.adoptions === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "adoptions"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.enforcement === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "enforcement"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.basic !== undefined){
let data0 = data.basic;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.houjin_bangou === undefined){
const err5 = {instancePath:instancePath+"/basic",schemaPath:"#/properties/basic/required",keyword:"required",params:{missingProperty: "houjin_bangou"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0.houjin_bangou !== undefined){
let data1 = data0.houjin_bangou;
if(typeof data1 === "string"){
if(!pattern5.test(data1)){
const err6 = {instancePath:instancePath+"/basic/houjin_bangou",schemaPath:"#/properties/basic/properties/houjin_bangou/pattern",keyword:"pattern",params:{pattern: "^[0-9]{13}$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/basic/houjin_bangou",schemaPath:"#/properties/basic/properties/houjin_bangou/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/basic",schemaPath:"#/properties/basic/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.corp_facts !== undefined){
let data2 = data.corp_facts;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err9 = {instancePath:instancePath+"/corp_facts",schemaPath:"#/properties/corp_facts/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.fact_count !== undefined){
let data3 = data.fact_count;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err10 = {instancePath:instancePath+"/fact_count",schemaPath:"#/properties/fact_count/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/fact_count",schemaPath:"#/properties/fact_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.invoice_registration !== undefined){
let data4 = data.invoice_registration;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (data4 !== null)){
const err12 = {instancePath:instancePath+"/invoice_registration",schemaPath:"#/properties/invoice_registration/type",keyword:"type",params:{type: schema42.properties.invoice_registration.type}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.adoptions !== undefined){
let data5 = data.adoptions;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.total === undefined){
const err13 = {instancePath:instancePath+"/adoptions",schemaPath:"#/properties/adoptions/required",keyword:"required",params:{missingProperty: "total"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data5.recent === undefined){
const err14 = {instancePath:instancePath+"/adoptions",schemaPath:"#/properties/adoptions/required",keyword:"required",params:{missingProperty: "recent"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data5.total !== undefined){
let data6 = data5.total;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err15 = {instancePath:instancePath+"/adoptions/total",schemaPath:"#/properties/adoptions/properties/total/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/adoptions/total",schemaPath:"#/properties/adoptions/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data5.recent !== undefined){
let data7 = data5.recent;
if(Array.isArray(data7)){
if(data7.length > 5){
const err17 = {instancePath:instancePath+"/adoptions/recent",schemaPath:"#/properties/adoptions/properties/recent/maxItems",keyword:"maxItems",params:{limit: 5}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/adoptions/recent",schemaPath:"#/properties/adoptions/properties/recent/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/adoptions",schemaPath:"#/properties/adoptions/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.enforcement !== undefined){
let data8 = data.enforcement;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.total === undefined){
const err20 = {instancePath:instancePath+"/enforcement",schemaPath:"#/properties/enforcement/required",keyword:"required",params:{missingProperty: "total"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data8.recent === undefined){
const err21 = {instancePath:instancePath+"/enforcement",schemaPath:"#/properties/enforcement/required",keyword:"required",params:{missingProperty: "recent"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data8.total !== undefined){
let data9 = data8.total;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err22 = {instancePath:instancePath+"/enforcement/total",schemaPath:"#/properties/enforcement/properties/total/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
const err23 = {instancePath:instancePath+"/enforcement/total",schemaPath:"#/properties/enforcement/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data8.recent !== undefined){
let data10 = data8.recent;
if(Array.isArray(data10)){
if(data10.length > 5){
const err24 = {instancePath:instancePath+"/enforcement/recent",schemaPath:"#/properties/enforcement/properties/recent/maxItems",keyword:"maxItems",params:{limit: 5}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/enforcement/recent",schemaPath:"#/properties/enforcement/properties/recent/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/enforcement",schemaPath:"#/properties/enforcement/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":{"basic":true,"corp_facts":true,"fact_count":true,"invoice_registration":true,"adoptions":true,"enforcement":true},"dynamicProps":false,"dynamicItems":false};

export const check12 = validate32;
const schema43 = {"title":"error","type":"object","properties":{"detail":{"type":["string","array","object"],"rule":"jpcite/legacy-error"},"error":{"type":["object","string"],"properties":{"code":{"type":"string","rule":"jpcite/legacy-error"},"user_message":{"type":"string","rule":"jpcite/legacy-error"},"message":{"type":"string","rule":"jpcite/legacy-error"},"request_id":{"type":"string","rule":"jpcite/legacy-error"},"retry_after":{"type":"number","minimum":0,"rule":"jpcite/legacy-error"}},"rule":"jpcite/legacy-error"},"code":{"type":"string","rule":"jpcite/legacy-error"},"retry_after":{"type":"number","minimum":0,"rule":"jpcite/legacy-error"},"request_id":{"type":"string","rule":"jpcite/legacy-error"}},"rule":"jpcite/legacy-error"};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.detail !== undefined){
let data0 = data.detail;
if((!data0 || typeof data0 != "object") && (typeof data0 !== "string")){
const err0 = {instancePath:instancePath+"/detail",schemaPath:"#/properties/detail/type",keyword:"type",params:{type: schema43.properties.detail.type}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.error !== undefined){
let data1 = data.error;
if((!(data1 && typeof data1 == "object" && !Array.isArray(data1))) && (typeof data1 !== "string")){
const err1 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: schema43.properties.error.type}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.code !== undefined){
if(typeof data1.code !== "string"){
const err2 = {instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data1.user_message !== undefined){
if(typeof data1.user_message !== "string"){
const err3 = {instancePath:instancePath+"/error/user_message",schemaPath:"#/properties/error/properties/user_message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data1.message !== undefined){
if(typeof data1.message !== "string"){
const err4 = {instancePath:instancePath+"/error/message",schemaPath:"#/properties/error/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data1.request_id !== undefined){
if(typeof data1.request_id !== "string"){
const err5 = {instancePath:instancePath+"/error/request_id",schemaPath:"#/properties/error/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.retry_after !== undefined){
let data6 = data1.retry_after;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err6 = {instancePath:instancePath+"/error/retry_after",schemaPath:"#/properties/error/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/error/retry_after",schemaPath:"#/properties/error/properties/retry_after/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err8 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.retry_after !== undefined){
let data8 = data.retry_after;
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
const err9 = {instancePath:instancePath+"/retry_after",schemaPath:"#/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/retry_after",schemaPath:"#/properties/retry_after/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.request_id !== undefined){
if(typeof data.request_id !== "string"){
const err11 = {instancePath:instancePath+"/request_id",schemaPath:"#/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":{"detail":true,"error":true,"code":true,"retry_after":true,"request_id":true},"dynamicProps":false,"dynamicItems":false};

const rules = {
  check0: {"#/properties/status":"jpcite/status","#/properties/results":"jpcite/rows","#/properties/query_echo/properties/normalized_input":"jpcite/query-echo","#/properties/query_echo/properties/applied_filters":"jpcite/query-echo","#/properties/query_echo/properties/unparsed_terms":"jpcite/query-echo","#/properties/query_echo":"jpcite/query-echo","#/properties/citations/items/properties/source_id":"jpcite/citation","#/properties/citations/items/properties/source_url":"jpcite/citation","#/properties/citations/items/properties/publisher":"jpcite/citation","#/properties/citations/items/properties/title":"jpcite/citation","#/properties/citations/items/properties/fetched_at":"jpcite/citation","#/properties/citations/items/properties/checksum":"jpcite/citation","#/properties/citations/items/properties/license":"jpcite/citation","#/properties/citations/items/properties/excerpt":"jpcite/citation","#/properties/citations/items/properties/page_ref":"jpcite/citation","#/properties/citations/items/properties/verification_status":"jpcite/citation","#/properties/citations/items/properties/citation_text_ja":"jpcite/citation","#/properties/citations/items/properties/citation_markdown":"jpcite/citation","#/properties/citations/items/properties/field_paths":"jpcite/citation","#/properties/citations/items":"jpcite/citation","#/properties/citations":"jpcite/citation","#/properties/warnings/items":"jpcite/warnings","#/properties/warnings":"jpcite/warnings","#/properties/suggested_actions/items/properties/tool":"jpcite/action","#/properties/suggested_actions/items/properties/endpoint":"jpcite/action","#/properties/suggested_actions/items/properties/args":"jpcite/action-args","#/properties/suggested_actions/items/properties/reason":"jpcite/action","#/properties/suggested_actions/items":"jpcite/action","#/properties/suggested_actions":"jpcite/action","#/properties/meta/properties/request_id":"jpcite/request-id","#/properties/meta/properties/api_version":"jpcite/api-version","#/properties/meta/properties/latency_ms":"jpcite/meta","#/properties/meta/properties/billable_units":"jpcite/meta","#/properties/meta/properties/client_tag":"jpcite/meta","#/properties/meta":"jpcite/meta","#/properties/retry_with":"jpcite/retry-with","#/properties/empty_reason":"jpcite/empty-reason","#/properties/error/properties/code":"jpcite/error-code","#/properties/error/properties/user_message":"jpcite/error","#/properties/error/properties/developer_message":"jpcite/error","#/properties/error/properties/retryable":"jpcite/error","#/properties/error/properties/retry_after":"jpcite/retry-after","#/properties/error/properties/documentation":"jpcite/error","#/properties/error":"jpcite/error","#":"jpcite/envelope"},
  check1: {"#/properties/status":"jpcite/status","#/properties/query_echo/properties/normalized_input":"jpcite/query-echo","#/properties/query_echo/properties/applied_filters":"jpcite/query-echo","#/properties/query_echo/properties/unparsed_terms":"jpcite/query-echo","#/properties/query_echo":"jpcite/query-echo","#/properties/citations/items/properties/source_id":"jpcite/citation","#/properties/citations/items/properties/source_url":"jpcite/citation","#/properties/citations/items/properties/publisher":"jpcite/citation","#/properties/citations/items/properties/title":"jpcite/citation","#/properties/citations/items/properties/fetched_at":"jpcite/citation","#/properties/citations/items/properties/checksum":"jpcite/citation","#/properties/citations/items/properties/license":"jpcite/citation","#/properties/citations/items/properties/excerpt":"jpcite/citation","#/properties/citations/items/properties/page_ref":"jpcite/citation","#/properties/citations/items/properties/verification_status":"jpcite/citation","#/properties/citations/items/properties/citation_text_ja":"jpcite/citation","#/properties/citations/items/properties/citation_markdown":"jpcite/citation","#/properties/citations/items/properties/field_paths":"jpcite/citation","#/properties/citations/items":"jpcite/citation","#/properties/citations":"jpcite/citation","#/properties/warnings/items":"jpcite/warnings","#/properties/warnings":"jpcite/warnings","#/properties/suggested_actions/items/properties/tool":"jpcite/action","#/properties/suggested_actions/items/properties/endpoint":"jpcite/action","#/properties/suggested_actions/items/properties/args":"jpcite/action-args","#/properties/suggested_actions/items/properties/reason":"jpcite/action","#/properties/suggested_actions/items":"jpcite/action","#/properties/suggested_actions":"jpcite/action","#/properties/meta/properties/request_id":"jpcite/request-id","#/properties/meta/properties/api_version":"jpcite/api-version","#/properties/meta/properties/latency_ms":"jpcite/meta","#/properties/meta/properties/billable_units":"jpcite/meta","#/properties/meta/properties/client_tag":"jpcite/meta","#/properties/meta":"jpcite/meta","#/properties/retry_with":"jpcite/retry-with","#/properties/results":"jpcite/rows","#":"jpcite/envelope"},
  check2: {"#/properties/status":"jpcite/status","#/properties/query_echo/properties/normalized_input":"jpcite/query-echo","#/properties/query_echo/properties/applied_filters":"jpcite/query-echo","#/properties/query_echo/properties/unparsed_terms":"jpcite/query-echo","#/properties/query_echo":"jpcite/query-echo","#/properties/citations/items/properties/source_id":"jpcite/citation","#/properties/citations/items/properties/source_url":"jpcite/citation","#/properties/citations/items/properties/publisher":"jpcite/citation","#/properties/citations/items/properties/title":"jpcite/citation","#/properties/citations/items/properties/fetched_at":"jpcite/citation","#/properties/citations/items/properties/checksum":"jpcite/citation","#/properties/citations/items/properties/license":"jpcite/citation","#/properties/citations/items/properties/excerpt":"jpcite/citation","#/properties/citations/items/properties/page_ref":"jpcite/citation","#/properties/citations/items/properties/verification_status":"jpcite/citation","#/properties/citations/items/properties/citation_text_ja":"jpcite/citation","#/properties/citations/items/properties/citation_markdown":"jpcite/citation","#/properties/citations/items/properties/field_paths":"jpcite/citation","#/properties/citations/items":"jpcite/citation","#/properties/citations":"jpcite/citation","#/properties/warnings/items":"jpcite/warnings","#/properties/warnings":"jpcite/warnings","#/properties/suggested_actions/items/properties/tool":"jpcite/action","#/properties/suggested_actions/items/properties/endpoint":"jpcite/action","#/properties/suggested_actions/items/properties/args":"jpcite/action-args","#/properties/suggested_actions/items/properties/reason":"jpcite/action","#/properties/suggested_actions/items":"jpcite/action","#/properties/suggested_actions":"jpcite/action","#/properties/meta/properties/request_id":"jpcite/request-id","#/properties/meta/properties/api_version":"jpcite/api-version","#/properties/meta/properties/latency_ms":"jpcite/meta","#/properties/meta/properties/billable_units":"jpcite/meta","#/properties/meta/properties/client_tag":"jpcite/meta","#/properties/meta":"jpcite/meta","#/properties/retry_with":"jpcite/retry-with","#/properties/results":"jpcite/rows","#":"jpcite/envelope"},
  check3: {"#/properties/status":"jpcite/status","#/properties/query_echo/properties/normalized_input":"jpcite/query-echo","#/properties/query_echo/properties/applied_filters":"jpcite/query-echo","#/properties/query_echo/properties/unparsed_terms":"jpcite/query-echo","#/properties/query_echo":"jpcite/query-echo","#/properties/citations/items/properties/source_id":"jpcite/citation","#/properties/citations/items/properties/source_url":"jpcite/citation","#/properties/citations/items/properties/publisher":"jpcite/citation","#/properties/citations/items/properties/title":"jpcite/citation","#/properties/citations/items/properties/fetched_at":"jpcite/citation","#/properties/citations/items/properties/checksum":"jpcite/citation","#/properties/citations/items/properties/license":"jpcite/citation","#/properties/citations/items/properties/excerpt":"jpcite/citation","#/properties/citations/items/properties/page_ref":"jpcite/citation","#/properties/citations/items/properties/verification_status":"jpcite/citation","#/properties/citations/items/properties/citation_text_ja":"jpcite/citation","#/properties/citations/items/properties/citation_markdown":"jpcite/citation","#/properties/citations/items/properties/field_paths":"jpcite/citation","#/properties/citations/items":"jpcite/citation","#/properties/citations":"jpcite/citation","#/properties/warnings/items":"jpcite/warnings","#/properties/warnings":"jpcite/warnings","#/properties/suggested_actions/items/properties/tool":"jpcite/action","#/properties/suggested_actions/items/properties/endpoint":"jpcite/action","#/properties/suggested_actions/items/properties/args":"jpcite/action-args","#/properties/suggested_actions/items/properties/reason":"jpcite/action","#/properties/suggested_actions/items":"jpcite/action","#/properties/suggested_actions":"jpcite/action","#/properties/meta/properties/request_id":"jpcite/request-id","#/properties/meta/properties/api_version":"jpcite/api-version","#/properties/meta/properties/latency_ms":"jpcite/meta","#/properties/meta/properties/billable_units":"jpcite/meta","#/properties/meta/properties/client_tag":"jpcite/meta","#/properties/meta":"jpcite/meta","#/properties/retry_with":"jpcite/retry-with","#/properties/results":"jpcite/rows","#/properties/empty_reason":"jpcite/empty-reason","#":"jpcite/envelope"},
  check4: {"#/properties/status":"jpcite/status","#/properties/query_echo/properties/normalized_input":"jpcite/query-echo","#/properties/query_echo/properties/applied_filters":"jpcite/query-echo","#/properties/query_echo/properties/unparsed_terms":"jpcite/query-echo","#/properties/query_echo":"jpcite/query-echo","#/properties/citations/items/properties/source_id":"jpcite/citation","#/properties/citations/items/properties/source_url":"jpcite/citation","#/properties/citations/items/properties/publisher":"jpcite/citation","#/properties/citations/items/properties/title":"jpcite/citation","#/properties/citations/items/properties/fetched_at":"jpcite/citation","#/properties/citations/items/properties/checksum":"jpcite/citation","#/properties/citations/items/properties/license":"jpcite/citation","#/properties/citations/items/properties/excerpt":"jpcite/citation","#/properties/citations/items/properties/page_ref":"jpcite/citation","#/properties/citations/items/properties/verification_status":"jpcite/citation","#/properties/citations/items/properties/citation_text_ja":"jpcite/citation","#/properties/citations/items/properties/citation_markdown":"jpcite/citation","#/properties/citations/items/properties/field_paths":"jpcite/citation","#/properties/citations/items":"jpcite/citation","#/properties/citations":"jpcite/citation","#/properties/warnings/items":"jpcite/warnings","#/properties/warnings":"jpcite/partial-warnings","#/properties/suggested_actions/items/properties/tool":"jpcite/action","#/properties/suggested_actions/items/properties/endpoint":"jpcite/action","#/properties/suggested_actions/items/properties/args":"jpcite/action-args","#/properties/suggested_actions/items/properties/reason":"jpcite/action","#/properties/suggested_actions/items":"jpcite/action","#/properties/suggested_actions":"jpcite/action","#/properties/meta/properties/request_id":"jpcite/request-id","#/properties/meta/properties/api_version":"jpcite/api-version","#/properties/meta/properties/latency_ms":"jpcite/meta","#/properties/meta/properties/billable_units":"jpcite/meta","#/properties/meta/properties/client_tag":"jpcite/meta","#/properties/meta":"jpcite/meta","#/properties/retry_with":"jpcite/retry-with","#/properties/results":"jpcite/rows","#":"jpcite/envelope"},
  check5: {"#/properties/status":"jpcite/status","#/properties/query_echo/properties/normalized_input":"jpcite/query-echo","#/properties/query_echo/properties/applied_filters":"jpcite/query-echo","#/properties/query_echo/properties/unparsed_terms":"jpcite/query-echo","#/properties/query_echo":"jpcite/query-echo","#/properties/citations/items/properties/source_id":"jpcite/citation","#/properties/citations/items/properties/source_url":"jpcite/citation","#/properties/citations/items/properties/publisher":"jpcite/citation","#/properties/citations/items/properties/title":"jpcite/citation","#/properties/citations/items/properties/fetched_at":"jpcite/citation","#/properties/citations/items/properties/checksum":"jpcite/citation","#/properties/citations/items/properties/license":"jpcite/citation","#/properties/citations/items/properties/excerpt":"jpcite/citation","#/properties/citations/items/properties/page_ref":"jpcite/citation","#/properties/citations/items/properties/verification_status":"jpcite/citation","#/properties/citations/items/properties/citation_text_ja":"jpcite/citation","#/properties/citations/items/properties/citation_markdown":"jpcite/citation","#/properties/citations/items/properties/field_paths":"jpcite/citation","#/properties/citations/items":"jpcite/citation","#/properties/citations":"jpcite/citation","#/properties/warnings/items":"jpcite/warnings","#/properties/warnings":"jpcite/warnings","#/properties/suggested_actions/items/properties/tool":"jpcite/action","#/properties/suggested_actions/items/properties/endpoint":"jpcite/action","#/properties/suggested_actions/items/properties/args":"jpcite/action-args","#/properties/suggested_actions/items/properties/reason":"jpcite/action","#/properties/suggested_actions/items":"jpcite/action","#/properties/suggested_actions":"jpcite/action","#/properties/meta/properties/request_id":"jpcite/request-id","#/properties/meta/properties/api_version":"jpcite/api-version","#/properties/meta/properties/latency_ms":"jpcite/meta","#/properties/meta/properties/billable_units":"jpcite/billing-on-error","#/properties/meta/properties/client_tag":"jpcite/meta","#/properties/meta":"jpcite/meta","#/properties/retry_with":"jpcite/retry-with","#/properties/results":"jpcite/rows","#/properties/error/properties/code":"jpcite/error-code","#/properties/error/properties/user_message":"jpcite/error","#/properties/error/properties/developer_message":"jpcite/error","#/properties/error/properties/retryable":"jpcite/error","#/properties/error/properties/retry_after":"jpcite/retry-after","#/properties/error/properties/documentation":"jpcite/error","#/properties/error":"jpcite/error","#":"jpcite/envelope"},
  check6: {"#/properties/code":"jpcite/error-code","#/properties/user_message":"jpcite/error","#/properties/developer_message":"jpcite/error","#/properties/retryable":"jpcite/error","#/properties/retry_after":"jpcite/retry-after","#/properties/documentation":"jpcite/error","#":"jpcite/error"},
  check7: {"#/properties/structuredContent":"jpcite/structured-content","#/properties/content/items/properties/type":"jpcite/tool-result","#/properties/content/items":"jpcite/tool-result","#/properties/content":"jpcite/tool-result","#/properties/isError":"jpcite/is-error","#":"jpcite/tool-result"},
  check8: {"#/properties/total":"jpcite/legacy-page","#/properties/limit":"jpcite/legacy-page","#/properties/offset":"jpcite/legacy-page","#/properties/results":"jpcite/legacy-page","#/properties/next_cursor":"jpcite/legacy-page","#":"jpcite/legacy-page"},
  check9: {"#/properties/status":"jpcite/legacy-explained","#/properties/explanation":"jpcite/legacy-explained","#/properties/meta":"jpcite/legacy-explained","#":"jpcite/legacy-explained"},
  check10: {"#/properties/status":"jpcite/legacy-health","#/properties/version":"jpcite/legacy-health","#/properties/checks/patternProperties/%5E.*%24/properties/status":"jpcite/legacy-health","#/properties/checks":"jpcite/legacy-health","#/properties/timestamp_utc":"jpcite/legacy-health","#":"jpcite/legacy-health"},
  check11: {"#/properties/basic/properties/houjin_bangou":"jpcite/legacy-houjin","#/properties/basic":"jpcite/legacy-houjin","#/properties/corp_facts":"jpcite/legacy-houjin","#/properties/fact_count":"jpcite/legacy-houjin","#/properties/invoice_registration":"jpcite/legacy-houjin","#/properties/adoptions/properties/total":"jpcite/legacy-houjin","#/properties/adoptions/properties/recent":"jpcite/legacy-houjin","#/properties/adoptions":"jpcite/legacy-houjin","#/properties/enforcement/properties/total":"jpcite/legacy-houjin","#/properties/enforcement/properties/recent":"jpcite/legacy-houjin","#/properties/enforcement":"jpcite/legacy-houjin","#":"jpcite/legacy-houjin"},
  check12: {"#/properties/detail":"jpcite/legacy-error","#/properties/error/properties/code":"jpcite/legacy-error","#/properties/error/properties/user_message":"jpcite/legacy-error","#/properties/error/properties/message":"jpcite/legacy-error","#/properties/error/properties/request_id":"jpcite/legacy-error","#/properties/error/properties/retry_after":"jpcite/legacy-error","#/properties/error":"jpcite/legacy-error","#/properties/code":"jpcite/legacy-error","#/properties/retry_after":"jpcite/legacy-error","#/properties/request_id":"jpcite/legacy-error","#":"jpcite/legacy-error"},
}

export const validators: Readonly<Record<string, Readonly<Record<string, Validator>>>> = {
  "v2": {
    "envelope": { check: check0, rules: rules.check0 },
    "rich": { check: check1, rules: rules.check1 },
    "sparse": { check: check2, rules: rules.check2 },
    "empty": { check: check3, rules: rules.check3 },
    "partial": { check: check4, rules: rules.check4 },
    "error": { check: check5, rules: rules.check5 },
    "standard-error": { check: check6, rules: rules.check6 },
    "call-tool-result": { check: check7, rules: rules.check7 },
  },
  "legacy": {
    "page": { check: check8, rules: rules.check8 },
    "explained": { check: check9, rules: rules.check9 },
    "health": { check: check10, rules: rules.check10 },
    "houjin": { check: check11, rules: rules.check11 },
    "error": { check: check12, rules: rules.check12 },
  },
}
