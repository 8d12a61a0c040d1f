// Generated from schema.ts by scripts/generate.ts. Do not edit.
// @ts-nocheck
import type { Validator } from '../../codec/schema-findings.ts'


export const check0 = validate20;
const schema31 = {"title":"Protocol envelope, flat, as it stands at the root of an answer","type":"object","required":["status"],"properties":{"status":{"enum":["submitted","working","input-required","completed","canceled","failed","rejected","auth-required","unknown"],"rule":"adcp/status"},"context_id":{"type":"string","rule":"adcp/envelope"},"context":{"type":"object","rule":"adcp/context"},"task_id":{"type":"string","rule":"adcp/envelope"},"message":{"type":"string","rule":"adcp/envelope"},"timestamp":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/timestamp"},"replayed":{"type":"boolean","default":false,"rule":"adcp/envelope"},"adcp_error":{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","minLength":1,"maxLength":64,"rule":"adcp/error"},"message":{"type":"string","rule":"adcp/error"},"field":{"type":"string","rule":"adcp/error-member"},"suggestion":{"type":"string","rule":"adcp/error-member"},"retry_after":{"type":"number","minimum":1,"maximum":3600,"rule":"adcp/retry-after"},"issues":{"type":"array","items":{"type":"object","required":["pointer","message","keyword"],"properties":{"pointer":{"type":"string","pattern":"^(?:/(?:[^~/]|~[01])*)*$","rule":"adcp/issues"},"message":{"type":"string","rule":"adcp/issues"},"keyword":{"type":"string","rule":"adcp/issues"},"schemaPath":{"type":"string","rule":"adcp/issues"},"schema_id":{"type":"string","rule":"adcp/issues"},"discriminator":{"type":"array","items":{"type":"object","required":["property_name","value"],"properties":{"property_name":{"type":"string","rule":"adcp/issues"},"value":{"type":["string","number","boolean","null"],"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"},"details":{"type":"object","rule":"adcp/error-member"},"recovery":{"enum":["transient","correctable","terminal"],"rule":"adcp/recovery-value"},"source":{"enum":["producer","sdk"],"rule":"adcp/error-member"},"sdk_id":{"type":"string","rule":"adcp/error-member"}},"rule":"adcp/error"},"errors":{"type":"array","items":{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","minLength":1,"maxLength":64,"rule":"adcp/error"},"message":{"type":"string","rule":"adcp/error"},"field":{"type":"string","rule":"adcp/error-member"},"suggestion":{"type":"string","rule":"adcp/error-member"},"retry_after":{"type":"number","minimum":1,"maximum":3600,"rule":"adcp/retry-after"},"issues":{"type":"array","items":{"type":"object","required":["pointer","message","keyword"],"properties":{"pointer":{"type":"string","pattern":"^(?:/(?:[^~/]|~[01])*)*$","rule":"adcp/issues"},"message":{"type":"string","rule":"adcp/issues"},"keyword":{"type":"string","rule":"adcp/issues"},"schemaPath":{"type":"string","rule":"adcp/issues"},"schema_id":{"type":"string","rule":"adcp/issues"},"discriminator":{"type":"array","items":{"type":"object","required":["property_name","value"],"properties":{"property_name":{"type":"string","rule":"adcp/issues"},"value":{"type":["string","number","boolean","null"],"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"},"details":{"type":"object","rule":"adcp/error-member"},"recovery":{"enum":["transient","correctable","terminal"],"rule":"adcp/recovery-value"},"source":{"enum":["producer","sdk"],"rule":"adcp/error-member"},"sdk_id":{"type":"string","rule":"adcp/error-member"}},"rule":"adcp/error"},"rule":"adcp/envelope"},"push_notification_config":{"type":"object","required":["url"],"properties":{"url":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9+.-]*:\\S+$","rule":"adcp/push-config"},"operation_id":{"type":"string","pattern":"^[A-Za-z0-9_.:-]{1,255}$","rule":"adcp/push-config"},"token":{"type":"string","minLength":16,"maxLength":4096,"rule":"adcp/push-config"},"authentication":{"type":"object","required":["schemes","credentials"],"properties":{"schemes":{"type":"array","items":{"enum":["Bearer","HMAC-SHA256"],"rule":"adcp/push-authentication"},"minItems":1,"maxItems":1,"rule":"adcp/push-authentication"},"credentials":{"type":"string","minLength":32,"rule":"adcp/push-authentication"}},"additionalProperties":false,"rule":"adcp/push-authentication","closed":"adcp/push-authentication"}},"rule":"adcp/push-config"},"governance_context":{"type":"string","minLength":1,"maxLength":4096,"pattern":"^[\\x20-\\x7E]+$","rule":"adcp/governance-context"},"payload":{"type":"object","rule":"adcp/envelope"},"adcp_version":{"type":"string","pattern":"^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$","rule":"adcp/version"},"adcp_major_version":{"type":"integer","minimum":1,"maximum":99,"rule":"adcp/version"},"task_status":{"not":{},"rule":"adcp/legacy-status"},"response_status":{"not":{},"rule":"adcp/legacy-status"}},"rule":"adcp/root"};
const pattern4 = new RegExp("^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$", "");
const pattern5 = new RegExp("^(?:/(?:[^~/]|~[01])*)*$", "");
const pattern7 = new RegExp("^[A-Za-z][A-Za-z0-9+.-]*:\\S+$", "");
const pattern8 = new RegExp("^[A-Za-z0-9_.:-]{1,255}$", "");
const pattern9 = new RegExp("^[\\x20-\\x7E]+$", "");
const pattern10 = new RegExp("^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$", "");

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
if(data.status !== undefined){
let data0 = data.status;
if(!(((((((((data0 === "submitted") || (data0 === "working")) || (data0 === "input-required")) || (data0 === "completed")) || (data0 === "canceled")) || (data0 === "failed")) || (data0 === "rejected")) || (data0 === "auth-required")) || (data0 === "unknown"))){
const err1 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema31.properties.status.enum}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.context_id !== undefined){
if(typeof data.context_id !== "string"){
const err2 = {instancePath:instancePath+"/context_id",schemaPath:"#/properties/context_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.context !== undefined){
let data2 = data.context;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err3 = {instancePath:instancePath+"/context",schemaPath:"#/properties/context/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err4 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err5 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.timestamp !== undefined){
let data5 = data.timestamp;
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err6 = {instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
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
const err7 = {instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.replayed !== undefined){
if(typeof data.replayed !== "boolean"){
const err8 = {instancePath:instancePath+"/replayed",schemaPath:"#/properties/replayed/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.adcp_error !== undefined){
let data7 = data.adcp_error;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.code === undefined){
const err9 = {instancePath:instancePath+"/adcp_error",schemaPath:"#/properties/adcp_error/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data7.message === undefined){
const err10 = {instancePath:instancePath+"/adcp_error",schemaPath:"#/properties/adcp_error/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data7.code !== undefined){
let data8 = data7.code;
if(typeof data8 === "string"){
if(data8.length > 64){
const err11 = {instancePath:instancePath+"/adcp_error/code",schemaPath:"#/properties/adcp_error/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data8.length < 1){
const err12 = {instancePath:instancePath+"/adcp_error/code",schemaPath:"#/properties/adcp_error/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/adcp_error/code",schemaPath:"#/properties/adcp_error/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data7.message !== undefined){
if(typeof data7.message !== "string"){
const err14 = {instancePath:instancePath+"/adcp_error/message",schemaPath:"#/properties/adcp_error/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data7.field !== undefined){
if(typeof data7.field !== "string"){
const err15 = {instancePath:instancePath+"/adcp_error/field",schemaPath:"#/properties/adcp_error/properties/field/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data7.suggestion !== undefined){
if(typeof data7.suggestion !== "string"){
const err16 = {instancePath:instancePath+"/adcp_error/suggestion",schemaPath:"#/properties/adcp_error/properties/suggestion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data7.retry_after !== undefined){
let data12 = data7.retry_after;
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 3600 || isNaN(data12)){
const err17 = {instancePath:instancePath+"/adcp_error/retry_after",schemaPath:"#/properties/adcp_error/properties/retry_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data12 < 1 || isNaN(data12)){
const err18 = {instancePath:instancePath+"/adcp_error/retry_after",schemaPath:"#/properties/adcp_error/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/adcp_error/retry_after",schemaPath:"#/properties/adcp_error/properties/retry_after/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data7.issues !== undefined){
let data13 = data7.issues;
if(Array.isArray(data13)){
const len0 = data13.length;
for(let i0=0; i0<len0; i0++){
let data14 = data13[i0];
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.pointer === undefined){
const err20 = {instancePath:instancePath+"/adcp_error/issues/" + i0,schemaPath:"#/properties/adcp_error/properties/issues/items/required",keyword:"required",params:{missingProperty: "pointer"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data14.message === undefined){
const err21 = {instancePath:instancePath+"/adcp_error/issues/" + i0,schemaPath:"#/properties/adcp_error/properties/issues/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data14.keyword === undefined){
const err22 = {instancePath:instancePath+"/adcp_error/issues/" + i0,schemaPath:"#/properties/adcp_error/properties/issues/items/required",keyword:"required",params:{missingProperty: "keyword"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data14.pointer !== undefined){
let data15 = data14.pointer;
if(typeof data15 === "string"){
if(!pattern5.test(data15)){
const err23 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/pointer",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/pointer/pattern",keyword:"pattern",params:{pattern: "^(?:/(?:[^~/]|~[01])*)*$"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/pointer",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/pointer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data14.message !== undefined){
if(typeof data14.message !== "string"){
const err25 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/message",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data14.keyword !== undefined){
if(typeof data14.keyword !== "string"){
const err26 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/keyword",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/keyword/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data14.schemaPath !== undefined){
if(typeof data14.schemaPath !== "string"){
const err27 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/schemaPath",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/schemaPath/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data14.schema_id !== undefined){
if(typeof data14.schema_id !== "string"){
const err28 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/schema_id",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/schema_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data14.discriminator !== undefined){
let data20 = data14.discriminator;
if(Array.isArray(data20)){
const len1 = data20.length;
for(let i1=0; i1<len1; i1++){
let data21 = data20[i1];
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.property_name === undefined){
const err29 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1,schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "property_name"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data21.value === undefined){
const err30 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1,schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data21.property_name !== undefined){
if(typeof data21.property_name !== "string"){
const err31 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1+"/property_name",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/properties/property_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data21.value !== undefined){
let data23 = data21.value;
if((((typeof data23 !== "string") && (!((typeof data23 == "number") && (isFinite(data23))))) && (typeof data23 !== "boolean")) && (data23 !== null)){
const err32 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1+"/value",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/properties/value/type",keyword:"type",params:{type: schema31.properties.adcp_error.properties.issues.items.properties.discriminator.items.properties.value.type}};
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
const err33 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1,schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/type",keyword:"type",params:{type: "object"}};
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
const err34 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/type",keyword:"type",params:{type: "array"}};
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
const err35 = {instancePath:instancePath+"/adcp_error/issues/" + i0,schemaPath:"#/properties/adcp_error/properties/issues/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/adcp_error/issues",schemaPath:"#/properties/adcp_error/properties/issues/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data7.details !== undefined){
let data24 = data7.details;
if(!(data24 && typeof data24 == "object" && !Array.isArray(data24))){
const err37 = {instancePath:instancePath+"/adcp_error/details",schemaPath:"#/properties/adcp_error/properties/details/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data7.recovery !== undefined){
let data25 = data7.recovery;
if(!(((data25 === "transient") || (data25 === "correctable")) || (data25 === "terminal"))){
const err38 = {instancePath:instancePath+"/adcp_error/recovery",schemaPath:"#/properties/adcp_error/properties/recovery/enum",keyword:"enum",params:{allowedValues: schema31.properties.adcp_error.properties.recovery.enum}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data7.source !== undefined){
let data26 = data7.source;
if(!((data26 === "producer") || (data26 === "sdk"))){
const err39 = {instancePath:instancePath+"/adcp_error/source",schemaPath:"#/properties/adcp_error/properties/source/enum",keyword:"enum",params:{allowedValues: schema31.properties.adcp_error.properties.source.enum}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data7.sdk_id !== undefined){
if(typeof data7.sdk_id !== "string"){
const err40 = {instancePath:instancePath+"/adcp_error/sdk_id",schemaPath:"#/properties/adcp_error/properties/sdk_id/type",keyword:"type",params:{type: "string"}};
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
const err41 = {instancePath:instancePath+"/adcp_error",schemaPath:"#/properties/adcp_error/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.errors !== undefined){
let data28 = data.errors;
if(Array.isArray(data28)){
const len2 = data28.length;
for(let i2=0; i2<len2; i2++){
let data29 = data28[i2];
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
if(data29.code === undefined){
const err42 = {instancePath:instancePath+"/errors/" + i2,schemaPath:"#/properties/errors/items/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data29.message === undefined){
const err43 = {instancePath:instancePath+"/errors/" + i2,schemaPath:"#/properties/errors/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data29.code !== undefined){
let data30 = data29.code;
if(typeof data30 === "string"){
if(data30.length > 64){
const err44 = {instancePath:instancePath+"/errors/" + i2+"/code",schemaPath:"#/properties/errors/items/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data30.length < 1){
const err45 = {instancePath:instancePath+"/errors/" + i2+"/code",schemaPath:"#/properties/errors/items/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/errors/" + i2+"/code",schemaPath:"#/properties/errors/items/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data29.message !== undefined){
if(typeof data29.message !== "string"){
const err47 = {instancePath:instancePath+"/errors/" + i2+"/message",schemaPath:"#/properties/errors/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data29.field !== undefined){
if(typeof data29.field !== "string"){
const err48 = {instancePath:instancePath+"/errors/" + i2+"/field",schemaPath:"#/properties/errors/items/properties/field/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data29.suggestion !== undefined){
if(typeof data29.suggestion !== "string"){
const err49 = {instancePath:instancePath+"/errors/" + i2+"/suggestion",schemaPath:"#/properties/errors/items/properties/suggestion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data29.retry_after !== undefined){
let data34 = data29.retry_after;
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 3600 || isNaN(data34)){
const err50 = {instancePath:instancePath+"/errors/" + i2+"/retry_after",schemaPath:"#/properties/errors/items/properties/retry_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data34 < 1 || isNaN(data34)){
const err51 = {instancePath:instancePath+"/errors/" + i2+"/retry_after",schemaPath:"#/properties/errors/items/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/errors/" + i2+"/retry_after",schemaPath:"#/properties/errors/items/properties/retry_after/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data29.issues !== undefined){
let data35 = data29.issues;
if(Array.isArray(data35)){
const len3 = data35.length;
for(let i3=0; i3<len3; i3++){
let data36 = data35[i3];
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
if(data36.pointer === undefined){
const err53 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3,schemaPath:"#/properties/errors/items/properties/issues/items/required",keyword:"required",params:{missingProperty: "pointer"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(data36.message === undefined){
const err54 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3,schemaPath:"#/properties/errors/items/properties/issues/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data36.keyword === undefined){
const err55 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3,schemaPath:"#/properties/errors/items/properties/issues/items/required",keyword:"required",params:{missingProperty: "keyword"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data36.pointer !== undefined){
let data37 = data36.pointer;
if(typeof data37 === "string"){
if(!pattern5.test(data37)){
const err56 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/pointer",schemaPath:"#/properties/errors/items/properties/issues/items/properties/pointer/pattern",keyword:"pattern",params:{pattern: "^(?:/(?:[^~/]|~[01])*)*$"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
else {
const err57 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/pointer",schemaPath:"#/properties/errors/items/properties/issues/items/properties/pointer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data36.message !== undefined){
if(typeof data36.message !== "string"){
const err58 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/message",schemaPath:"#/properties/errors/items/properties/issues/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data36.keyword !== undefined){
if(typeof data36.keyword !== "string"){
const err59 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/keyword",schemaPath:"#/properties/errors/items/properties/issues/items/properties/keyword/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data36.schemaPath !== undefined){
if(typeof data36.schemaPath !== "string"){
const err60 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/schemaPath",schemaPath:"#/properties/errors/items/properties/issues/items/properties/schemaPath/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data36.schema_id !== undefined){
if(typeof data36.schema_id !== "string"){
const err61 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/schema_id",schemaPath:"#/properties/errors/items/properties/issues/items/properties/schema_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data36.discriminator !== undefined){
let data42 = data36.discriminator;
if(Array.isArray(data42)){
const len4 = data42.length;
for(let i4=0; i4<len4; i4++){
let data43 = data42[i4];
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
if(data43.property_name === undefined){
const err62 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4,schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "property_name"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(data43.value === undefined){
const err63 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4,schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(data43.property_name !== undefined){
if(typeof data43.property_name !== "string"){
const err64 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4+"/property_name",schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/properties/property_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data43.value !== undefined){
let data45 = data43.value;
if((((typeof data45 !== "string") && (!((typeof data45 == "number") && (isFinite(data45))))) && (typeof data45 !== "boolean")) && (data45 !== null)){
const err65 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4+"/value",schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/properties/value/type",keyword:"type",params:{type: schema31.properties.errors.items.properties.issues.items.properties.discriminator.items.properties.value.type}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4,schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
else {
const err67 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator",schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
}
else {
const err68 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3,schemaPath:"#/properties/errors/items/properties/issues/items/type",keyword:"type",params:{type: "object"}};
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
else {
const err69 = {instancePath:instancePath+"/errors/" + i2+"/issues",schemaPath:"#/properties/errors/items/properties/issues/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data29.details !== undefined){
let data46 = data29.details;
if(!(data46 && typeof data46 == "object" && !Array.isArray(data46))){
const err70 = {instancePath:instancePath+"/errors/" + i2+"/details",schemaPath:"#/properties/errors/items/properties/details/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
if(data29.recovery !== undefined){
let data47 = data29.recovery;
if(!(((data47 === "transient") || (data47 === "correctable")) || (data47 === "terminal"))){
const err71 = {instancePath:instancePath+"/errors/" + i2+"/recovery",schemaPath:"#/properties/errors/items/properties/recovery/enum",keyword:"enum",params:{allowedValues: schema31.properties.errors.items.properties.recovery.enum}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data29.source !== undefined){
let data48 = data29.source;
if(!((data48 === "producer") || (data48 === "sdk"))){
const err72 = {instancePath:instancePath+"/errors/" + i2+"/source",schemaPath:"#/properties/errors/items/properties/source/enum",keyword:"enum",params:{allowedValues: schema31.properties.errors.items.properties.source.enum}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data29.sdk_id !== undefined){
if(typeof data29.sdk_id !== "string"){
const err73 = {instancePath:instancePath+"/errors/" + i2+"/sdk_id",schemaPath:"#/properties/errors/items/properties/sdk_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
else {
const err74 = {instancePath:instancePath+"/errors/" + i2,schemaPath:"#/properties/errors/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
else {
const err75 = {instancePath:instancePath+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data.push_notification_config !== undefined){
let data50 = data.push_notification_config;
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
if(data50.url === undefined){
const err76 = {instancePath:instancePath+"/push_notification_config",schemaPath:"#/properties/push_notification_config/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data50.url !== undefined){
let data51 = data50.url;
if(typeof data51 === "string"){
if(!pattern7.test(data51)){
const err77 = {instancePath:instancePath+"/push_notification_config/url",schemaPath:"#/properties/push_notification_config/properties/url/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9+.-]*:\\S+$"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
else {
const err78 = {instancePath:instancePath+"/push_notification_config/url",schemaPath:"#/properties/push_notification_config/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
if(data50.operation_id !== undefined){
let data52 = data50.operation_id;
if(typeof data52 === "string"){
if(!pattern8.test(data52)){
const err79 = {instancePath:instancePath+"/push_notification_config/operation_id",schemaPath:"#/properties/push_notification_config/properties/operation_id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,255}$"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
else {
const err80 = {instancePath:instancePath+"/push_notification_config/operation_id",schemaPath:"#/properties/push_notification_config/properties/operation_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data50.token !== undefined){
let data53 = data50.token;
if(typeof data53 === "string"){
if(data53.length > 4096){
const err81 = {instancePath:instancePath+"/push_notification_config/token",schemaPath:"#/properties/push_notification_config/properties/token/maxLength",keyword:"maxLength",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if(data53.length < 16){
const err82 = {instancePath:instancePath+"/push_notification_config/token",schemaPath:"#/properties/push_notification_config/properties/token/minLength",keyword:"minLength",params:{limit: 16}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
else {
const err83 = {instancePath:instancePath+"/push_notification_config/token",schemaPath:"#/properties/push_notification_config/properties/token/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data50.authentication !== undefined){
let data54 = data50.authentication;
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
if(data54.schemes === undefined){
const err84 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/required",keyword:"required",params:{missingProperty: "schemes"}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if(data54.credentials === undefined){
const err85 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/required",keyword:"required",params:{missingProperty: "credentials"}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
for(const key0 in data54){
if(!((key0 === "schemes") || (key0 === "credentials"))){
const err86 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data54.schemes !== undefined){
let data55 = data54.schemes;
if(Array.isArray(data55)){
if(data55.length > 1){
const err87 = {instancePath:instancePath+"/push_notification_config/authentication/schemes",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/maxItems",keyword:"maxItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if(data55.length < 1){
const err88 = {instancePath:instancePath+"/push_notification_config/authentication/schemes",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
const len5 = data55.length;
for(let i5=0; i5<len5; i5++){
let data56 = data55[i5];
if(!((data56 === "Bearer") || (data56 === "HMAC-SHA256"))){
const err89 = {instancePath:instancePath+"/push_notification_config/authentication/schemes/" + i5,schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/items/enum",keyword:"enum",params:{allowedValues: schema31.properties.push_notification_config.properties.authentication.properties.schemes.items.enum}};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
}
else {
const err90 = {instancePath:instancePath+"/push_notification_config/authentication/schemes",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
if(data54.credentials !== undefined){
let data57 = data54.credentials;
if(typeof data57 === "string"){
if(data57.length < 32){
const err91 = {instancePath:instancePath+"/push_notification_config/authentication/credentials",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/credentials/minLength",keyword:"minLength",params:{limit: 32}};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
else {
const err92 = {instancePath:instancePath+"/push_notification_config/authentication/credentials",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/credentials/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
}
else {
const err93 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
else {
const err94 = {instancePath:instancePath+"/push_notification_config",schemaPath:"#/properties/push_notification_config/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
if(data.governance_context !== undefined){
let data58 = data.governance_context;
if(typeof data58 === "string"){
if(data58.length > 4096){
const err95 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/maxLength",keyword:"maxLength",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
if(data58.length < 1){
const err96 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
if(!pattern9.test(data58)){
const err97 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/pattern",keyword:"pattern",params:{pattern: "^[\\x20-\\x7E]+$"}};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
else {
const err98 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data.payload !== undefined){
let data59 = data.payload;
if(!(data59 && typeof data59 == "object" && !Array.isArray(data59))){
const err99 = {instancePath:instancePath+"/payload",schemaPath:"#/properties/payload/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data.adcp_version !== undefined){
let data60 = data.adcp_version;
if(typeof data60 === "string"){
if(!pattern10.test(data60)){
const err100 = {instancePath:instancePath+"/adcp_version",schemaPath:"#/properties/adcp_version/pattern",keyword:"pattern",params:{pattern: "^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$"}};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
else {
const err101 = {instancePath:instancePath+"/adcp_version",schemaPath:"#/properties/adcp_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
if(data.adcp_major_version !== undefined){
let data61 = data.adcp_major_version;
if(!(((typeof data61 == "number") && (!(data61 % 1) && !isNaN(data61))) && (isFinite(data61)))){
const err102 = {instancePath:instancePath+"/adcp_major_version",schemaPath:"#/properties/adcp_major_version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if((typeof data61 == "number") && (isFinite(data61))){
if(data61 > 99 || isNaN(data61)){
const err103 = {instancePath:instancePath+"/adcp_major_version",schemaPath:"#/properties/adcp_major_version/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99}};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
if(data61 < 1 || isNaN(data61)){
const err104 = {instancePath:instancePath+"/adcp_major_version",schemaPath:"#/properties/adcp_major_version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
}
if(data.task_status !== undefined){
const err105 = {instancePath:instancePath+"/task_status",schemaPath:"#/properties/task_status/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
if(data.response_status !== undefined){
const err106 = {instancePath:instancePath+"/response_status",schemaPath:"#/properties/response_status/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
else {
const err107 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"status":true,"context_id":true,"context":true,"task_id":true,"message":true,"timestamp":true,"replayed":true,"adcp_error":true,"errors":true,"push_notification_config":true,"governance_context":true,"payload":true,"adcp_version":true,"adcp_major_version":true,"task_status":true,"response_status":true},"dynamicProps":false,"dynamicItems":false};

export const check1 = validate21;
const schema32 = {"title":"The DataPart of an A2A answer","type":"object","properties":{"context":{"type":"object","rule":"adcp/context"},"task_id":{"type":"string","rule":"adcp/envelope"},"message":{"type":"string","rule":"adcp/envelope"},"timestamp":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/timestamp"},"replayed":{"type":"boolean","default":false,"rule":"adcp/envelope"},"adcp_error":{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","minLength":1,"maxLength":64,"rule":"adcp/error"},"message":{"type":"string","rule":"adcp/error"},"field":{"type":"string","rule":"adcp/error-member"},"suggestion":{"type":"string","rule":"adcp/error-member"},"retry_after":{"type":"number","minimum":1,"maximum":3600,"rule":"adcp/retry-after"},"issues":{"type":"array","items":{"type":"object","required":["pointer","message","keyword"],"properties":{"pointer":{"type":"string","pattern":"^(?:/(?:[^~/]|~[01])*)*$","rule":"adcp/issues"},"message":{"type":"string","rule":"adcp/issues"},"keyword":{"type":"string","rule":"adcp/issues"},"schemaPath":{"type":"string","rule":"adcp/issues"},"schema_id":{"type":"string","rule":"adcp/issues"},"discriminator":{"type":"array","items":{"type":"object","required":["property_name","value"],"properties":{"property_name":{"type":"string","rule":"adcp/issues"},"value":{"type":["string","number","boolean","null"],"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"},"details":{"type":"object","rule":"adcp/error-member"},"recovery":{"enum":["transient","correctable","terminal"],"rule":"adcp/recovery-value"},"source":{"enum":["producer","sdk"],"rule":"adcp/error-member"},"sdk_id":{"type":"string","rule":"adcp/error-member"}},"rule":"adcp/error"},"errors":{"type":"array","items":{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","minLength":1,"maxLength":64,"rule":"adcp/error"},"message":{"type":"string","rule":"adcp/error"},"field":{"type":"string","rule":"adcp/error-member"},"suggestion":{"type":"string","rule":"adcp/error-member"},"retry_after":{"type":"number","minimum":1,"maximum":3600,"rule":"adcp/retry-after"},"issues":{"type":"array","items":{"type":"object","required":["pointer","message","keyword"],"properties":{"pointer":{"type":"string","pattern":"^(?:/(?:[^~/]|~[01])*)*$","rule":"adcp/issues"},"message":{"type":"string","rule":"adcp/issues"},"keyword":{"type":"string","rule":"adcp/issues"},"schemaPath":{"type":"string","rule":"adcp/issues"},"schema_id":{"type":"string","rule":"adcp/issues"},"discriminator":{"type":"array","items":{"type":"object","required":["property_name","value"],"properties":{"property_name":{"type":"string","rule":"adcp/issues"},"value":{"type":["string","number","boolean","null"],"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"},"details":{"type":"object","rule":"adcp/error-member"},"recovery":{"enum":["transient","correctable","terminal"],"rule":"adcp/recovery-value"},"source":{"enum":["producer","sdk"],"rule":"adcp/error-member"},"sdk_id":{"type":"string","rule":"adcp/error-member"}},"rule":"adcp/error"},"rule":"adcp/envelope"},"push_notification_config":{"type":"object","required":["url"],"properties":{"url":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9+.-]*:\\S+$","rule":"adcp/push-config"},"operation_id":{"type":"string","pattern":"^[A-Za-z0-9_.:-]{1,255}$","rule":"adcp/push-config"},"token":{"type":"string","minLength":16,"maxLength":4096,"rule":"adcp/push-config"},"authentication":{"type":"object","required":["schemes","credentials"],"properties":{"schemes":{"type":"array","items":{"enum":["Bearer","HMAC-SHA256"],"rule":"adcp/push-authentication"},"minItems":1,"maxItems":1,"rule":"adcp/push-authentication"},"credentials":{"type":"string","minLength":32,"rule":"adcp/push-authentication"}},"additionalProperties":false,"rule":"adcp/push-authentication","closed":"adcp/push-authentication"}},"rule":"adcp/push-config"},"governance_context":{"type":"string","minLength":1,"maxLength":4096,"pattern":"^[\\x20-\\x7E]+$","rule":"adcp/governance-context"},"payload":{"type":"object","rule":"adcp/envelope"},"adcp_version":{"type":"string","pattern":"^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$","rule":"adcp/version"},"adcp_major_version":{"type":"integer","minimum":1,"maximum":99,"rule":"adcp/version"},"task_status":{"not":{},"rule":"adcp/legacy-status"},"response_status":{"not":{},"rule":"adcp/legacy-status"}},"rule":"adcp/root"};

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
if(data.context !== undefined){
let data0 = data.context;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err0 = {instancePath:instancePath+"/context",schemaPath:"#/properties/context/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err1 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err2 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.timestamp !== undefined){
let data3 = data.timestamp;
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err3 = {instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
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
const err4 = {instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.replayed !== undefined){
if(typeof data.replayed !== "boolean"){
const err5 = {instancePath:instancePath+"/replayed",schemaPath:"#/properties/replayed/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.adcp_error !== undefined){
let data5 = data.adcp_error;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.code === undefined){
const err6 = {instancePath:instancePath+"/adcp_error",schemaPath:"#/properties/adcp_error/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data5.message === undefined){
const err7 = {instancePath:instancePath+"/adcp_error",schemaPath:"#/properties/adcp_error/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data5.code !== undefined){
let data6 = data5.code;
if(typeof data6 === "string"){
if(data6.length > 64){
const err8 = {instancePath:instancePath+"/adcp_error/code",schemaPath:"#/properties/adcp_error/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data6.length < 1){
const err9 = {instancePath:instancePath+"/adcp_error/code",schemaPath:"#/properties/adcp_error/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
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
const err10 = {instancePath:instancePath+"/adcp_error/code",schemaPath:"#/properties/adcp_error/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data5.message !== undefined){
if(typeof data5.message !== "string"){
const err11 = {instancePath:instancePath+"/adcp_error/message",schemaPath:"#/properties/adcp_error/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data5.field !== undefined){
if(typeof data5.field !== "string"){
const err12 = {instancePath:instancePath+"/adcp_error/field",schemaPath:"#/properties/adcp_error/properties/field/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data5.suggestion !== undefined){
if(typeof data5.suggestion !== "string"){
const err13 = {instancePath:instancePath+"/adcp_error/suggestion",schemaPath:"#/properties/adcp_error/properties/suggestion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data5.retry_after !== undefined){
let data10 = data5.retry_after;
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 3600 || isNaN(data10)){
const err14 = {instancePath:instancePath+"/adcp_error/retry_after",schemaPath:"#/properties/adcp_error/properties/retry_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err15 = {instancePath:instancePath+"/adcp_error/retry_after",schemaPath:"#/properties/adcp_error/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/adcp_error/retry_after",schemaPath:"#/properties/adcp_error/properties/retry_after/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data5.issues !== undefined){
let data11 = data5.issues;
if(Array.isArray(data11)){
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.pointer === undefined){
const err17 = {instancePath:instancePath+"/adcp_error/issues/" + i0,schemaPath:"#/properties/adcp_error/properties/issues/items/required",keyword:"required",params:{missingProperty: "pointer"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data12.message === undefined){
const err18 = {instancePath:instancePath+"/adcp_error/issues/" + i0,schemaPath:"#/properties/adcp_error/properties/issues/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data12.keyword === undefined){
const err19 = {instancePath:instancePath+"/adcp_error/issues/" + i0,schemaPath:"#/properties/adcp_error/properties/issues/items/required",keyword:"required",params:{missingProperty: "keyword"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data12.pointer !== undefined){
let data13 = data12.pointer;
if(typeof data13 === "string"){
if(!pattern5.test(data13)){
const err20 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/pointer",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/pointer/pattern",keyword:"pattern",params:{pattern: "^(?:/(?:[^~/]|~[01])*)*$"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/pointer",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/pointer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data12.message !== undefined){
if(typeof data12.message !== "string"){
const err22 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/message",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data12.keyword !== undefined){
if(typeof data12.keyword !== "string"){
const err23 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/keyword",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/keyword/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data12.schemaPath !== undefined){
if(typeof data12.schemaPath !== "string"){
const err24 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/schemaPath",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/schemaPath/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data12.schema_id !== undefined){
if(typeof data12.schema_id !== "string"){
const err25 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/schema_id",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/schema_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data12.discriminator !== undefined){
let data18 = data12.discriminator;
if(Array.isArray(data18)){
const len1 = data18.length;
for(let i1=0; i1<len1; i1++){
let data19 = data18[i1];
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.property_name === undefined){
const err26 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1,schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "property_name"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data19.value === undefined){
const err27 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1,schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data19.property_name !== undefined){
if(typeof data19.property_name !== "string"){
const err28 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1+"/property_name",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/properties/property_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data19.value !== undefined){
let data21 = data19.value;
if((((typeof data21 !== "string") && (!((typeof data21 == "number") && (isFinite(data21))))) && (typeof data21 !== "boolean")) && (data21 !== null)){
const err29 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1+"/value",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/properties/value/type",keyword:"type",params:{type: schema32.properties.adcp_error.properties.issues.items.properties.discriminator.items.properties.value.type}};
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
const err30 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator/" + i1,schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/items/type",keyword:"type",params:{type: "object"}};
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
const err31 = {instancePath:instancePath+"/adcp_error/issues/" + i0+"/discriminator",schemaPath:"#/properties/adcp_error/properties/issues/items/properties/discriminator/type",keyword:"type",params:{type: "array"}};
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
const err32 = {instancePath:instancePath+"/adcp_error/issues/" + i0,schemaPath:"#/properties/adcp_error/properties/issues/items/type",keyword:"type",params:{type: "object"}};
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
const err33 = {instancePath:instancePath+"/adcp_error/issues",schemaPath:"#/properties/adcp_error/properties/issues/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data5.details !== undefined){
let data22 = data5.details;
if(!(data22 && typeof data22 == "object" && !Array.isArray(data22))){
const err34 = {instancePath:instancePath+"/adcp_error/details",schemaPath:"#/properties/adcp_error/properties/details/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data5.recovery !== undefined){
let data23 = data5.recovery;
if(!(((data23 === "transient") || (data23 === "correctable")) || (data23 === "terminal"))){
const err35 = {instancePath:instancePath+"/adcp_error/recovery",schemaPath:"#/properties/adcp_error/properties/recovery/enum",keyword:"enum",params:{allowedValues: schema32.properties.adcp_error.properties.recovery.enum}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data5.source !== undefined){
let data24 = data5.source;
if(!((data24 === "producer") || (data24 === "sdk"))){
const err36 = {instancePath:instancePath+"/adcp_error/source",schemaPath:"#/properties/adcp_error/properties/source/enum",keyword:"enum",params:{allowedValues: schema32.properties.adcp_error.properties.source.enum}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data5.sdk_id !== undefined){
if(typeof data5.sdk_id !== "string"){
const err37 = {instancePath:instancePath+"/adcp_error/sdk_id",schemaPath:"#/properties/adcp_error/properties/sdk_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/adcp_error",schemaPath:"#/properties/adcp_error/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.errors !== undefined){
let data26 = data.errors;
if(Array.isArray(data26)){
const len2 = data26.length;
for(let i2=0; i2<len2; i2++){
let data27 = data26[i2];
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.code === undefined){
const err39 = {instancePath:instancePath+"/errors/" + i2,schemaPath:"#/properties/errors/items/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data27.message === undefined){
const err40 = {instancePath:instancePath+"/errors/" + i2,schemaPath:"#/properties/errors/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data27.code !== undefined){
let data28 = data27.code;
if(typeof data28 === "string"){
if(data28.length > 64){
const err41 = {instancePath:instancePath+"/errors/" + i2+"/code",schemaPath:"#/properties/errors/items/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data28.length < 1){
const err42 = {instancePath:instancePath+"/errors/" + i2+"/code",schemaPath:"#/properties/errors/items/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/errors/" + i2+"/code",schemaPath:"#/properties/errors/items/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data27.message !== undefined){
if(typeof data27.message !== "string"){
const err44 = {instancePath:instancePath+"/errors/" + i2+"/message",schemaPath:"#/properties/errors/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data27.field !== undefined){
if(typeof data27.field !== "string"){
const err45 = {instancePath:instancePath+"/errors/" + i2+"/field",schemaPath:"#/properties/errors/items/properties/field/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data27.suggestion !== undefined){
if(typeof data27.suggestion !== "string"){
const err46 = {instancePath:instancePath+"/errors/" + i2+"/suggestion",schemaPath:"#/properties/errors/items/properties/suggestion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data27.retry_after !== undefined){
let data32 = data27.retry_after;
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 3600 || isNaN(data32)){
const err47 = {instancePath:instancePath+"/errors/" + i2+"/retry_after",schemaPath:"#/properties/errors/items/properties/retry_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(data32 < 1 || isNaN(data32)){
const err48 = {instancePath:instancePath+"/errors/" + i2+"/retry_after",schemaPath:"#/properties/errors/items/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/errors/" + i2+"/retry_after",schemaPath:"#/properties/errors/items/properties/retry_after/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data27.issues !== undefined){
let data33 = data27.issues;
if(Array.isArray(data33)){
const len3 = data33.length;
for(let i3=0; i3<len3; i3++){
let data34 = data33[i3];
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(data34.pointer === undefined){
const err50 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3,schemaPath:"#/properties/errors/items/properties/issues/items/required",keyword:"required",params:{missingProperty: "pointer"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data34.message === undefined){
const err51 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3,schemaPath:"#/properties/errors/items/properties/issues/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data34.keyword === undefined){
const err52 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3,schemaPath:"#/properties/errors/items/properties/issues/items/required",keyword:"required",params:{missingProperty: "keyword"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data34.pointer !== undefined){
let data35 = data34.pointer;
if(typeof data35 === "string"){
if(!pattern5.test(data35)){
const err53 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/pointer",schemaPath:"#/properties/errors/items/properties/issues/items/properties/pointer/pattern",keyword:"pattern",params:{pattern: "^(?:/(?:[^~/]|~[01])*)*$"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
else {
const err54 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/pointer",schemaPath:"#/properties/errors/items/properties/issues/items/properties/pointer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data34.message !== undefined){
if(typeof data34.message !== "string"){
const err55 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/message",schemaPath:"#/properties/errors/items/properties/issues/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data34.keyword !== undefined){
if(typeof data34.keyword !== "string"){
const err56 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/keyword",schemaPath:"#/properties/errors/items/properties/issues/items/properties/keyword/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data34.schemaPath !== undefined){
if(typeof data34.schemaPath !== "string"){
const err57 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/schemaPath",schemaPath:"#/properties/errors/items/properties/issues/items/properties/schemaPath/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data34.schema_id !== undefined){
if(typeof data34.schema_id !== "string"){
const err58 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/schema_id",schemaPath:"#/properties/errors/items/properties/issues/items/properties/schema_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data34.discriminator !== undefined){
let data40 = data34.discriminator;
if(Array.isArray(data40)){
const len4 = data40.length;
for(let i4=0; i4<len4; i4++){
let data41 = data40[i4];
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
if(data41.property_name === undefined){
const err59 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4,schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "property_name"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data41.value === undefined){
const err60 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4,schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data41.property_name !== undefined){
if(typeof data41.property_name !== "string"){
const err61 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4+"/property_name",schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/properties/property_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data41.value !== undefined){
let data43 = data41.value;
if((((typeof data43 !== "string") && (!((typeof data43 == "number") && (isFinite(data43))))) && (typeof data43 !== "boolean")) && (data43 !== null)){
const err62 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4+"/value",schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/properties/value/type",keyword:"type",params:{type: schema32.properties.errors.items.properties.issues.items.properties.discriminator.items.properties.value.type}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
else {
const err63 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator/" + i4,schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3+"/discriminator",schemaPath:"#/properties/errors/items/properties/issues/items/properties/discriminator/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath:instancePath+"/errors/" + i2+"/issues/" + i3,schemaPath:"#/properties/errors/items/properties/issues/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/errors/" + i2+"/issues",schemaPath:"#/properties/errors/items/properties/issues/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data27.details !== undefined){
let data44 = data27.details;
if(!(data44 && typeof data44 == "object" && !Array.isArray(data44))){
const err67 = {instancePath:instancePath+"/errors/" + i2+"/details",schemaPath:"#/properties/errors/items/properties/details/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data27.recovery !== undefined){
let data45 = data27.recovery;
if(!(((data45 === "transient") || (data45 === "correctable")) || (data45 === "terminal"))){
const err68 = {instancePath:instancePath+"/errors/" + i2+"/recovery",schemaPath:"#/properties/errors/items/properties/recovery/enum",keyword:"enum",params:{allowedValues: schema32.properties.errors.items.properties.recovery.enum}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data27.source !== undefined){
let data46 = data27.source;
if(!((data46 === "producer") || (data46 === "sdk"))){
const err69 = {instancePath:instancePath+"/errors/" + i2+"/source",schemaPath:"#/properties/errors/items/properties/source/enum",keyword:"enum",params:{allowedValues: schema32.properties.errors.items.properties.source.enum}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data27.sdk_id !== undefined){
if(typeof data27.sdk_id !== "string"){
const err70 = {instancePath:instancePath+"/errors/" + i2+"/sdk_id",schemaPath:"#/properties/errors/items/properties/sdk_id/type",keyword:"type",params:{type: "string"}};
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
const err71 = {instancePath:instancePath+"/errors/" + i2,schemaPath:"#/properties/errors/items/type",keyword:"type",params:{type: "object"}};
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
const err72 = {instancePath:instancePath+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data.push_notification_config !== undefined){
let data48 = data.push_notification_config;
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
if(data48.url === undefined){
const err73 = {instancePath:instancePath+"/push_notification_config",schemaPath:"#/properties/push_notification_config/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(data48.url !== undefined){
let data49 = data48.url;
if(typeof data49 === "string"){
if(!pattern7.test(data49)){
const err74 = {instancePath:instancePath+"/push_notification_config/url",schemaPath:"#/properties/push_notification_config/properties/url/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9+.-]*:\\S+$"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
else {
const err75 = {instancePath:instancePath+"/push_notification_config/url",schemaPath:"#/properties/push_notification_config/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data48.operation_id !== undefined){
let data50 = data48.operation_id;
if(typeof data50 === "string"){
if(!pattern8.test(data50)){
const err76 = {instancePath:instancePath+"/push_notification_config/operation_id",schemaPath:"#/properties/push_notification_config/properties/operation_id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,255}$"}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
else {
const err77 = {instancePath:instancePath+"/push_notification_config/operation_id",schemaPath:"#/properties/push_notification_config/properties/operation_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data48.token !== undefined){
let data51 = data48.token;
if(typeof data51 === "string"){
if(data51.length > 4096){
const err78 = {instancePath:instancePath+"/push_notification_config/token",schemaPath:"#/properties/push_notification_config/properties/token/maxLength",keyword:"maxLength",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if(data51.length < 16){
const err79 = {instancePath:instancePath+"/push_notification_config/token",schemaPath:"#/properties/push_notification_config/properties/token/minLength",keyword:"minLength",params:{limit: 16}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
else {
const err80 = {instancePath:instancePath+"/push_notification_config/token",schemaPath:"#/properties/push_notification_config/properties/token/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data48.authentication !== undefined){
let data52 = data48.authentication;
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
if(data52.schemes === undefined){
const err81 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/required",keyword:"required",params:{missingProperty: "schemes"}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if(data52.credentials === undefined){
const err82 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/required",keyword:"required",params:{missingProperty: "credentials"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
for(const key0 in data52){
if(!((key0 === "schemes") || (key0 === "credentials"))){
const err83 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data52.schemes !== undefined){
let data53 = data52.schemes;
if(Array.isArray(data53)){
if(data53.length > 1){
const err84 = {instancePath:instancePath+"/push_notification_config/authentication/schemes",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/maxItems",keyword:"maxItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if(data53.length < 1){
const err85 = {instancePath:instancePath+"/push_notification_config/authentication/schemes",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
const len5 = data53.length;
for(let i5=0; i5<len5; i5++){
let data54 = data53[i5];
if(!((data54 === "Bearer") || (data54 === "HMAC-SHA256"))){
const err86 = {instancePath:instancePath+"/push_notification_config/authentication/schemes/" + i5,schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/items/enum",keyword:"enum",params:{allowedValues: schema32.properties.push_notification_config.properties.authentication.properties.schemes.items.enum}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
else {
const err87 = {instancePath:instancePath+"/push_notification_config/authentication/schemes",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data52.credentials !== undefined){
let data55 = data52.credentials;
if(typeof data55 === "string"){
if(data55.length < 32){
const err88 = {instancePath:instancePath+"/push_notification_config/authentication/credentials",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/credentials/minLength",keyword:"minLength",params:{limit: 32}};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
else {
const err89 = {instancePath:instancePath+"/push_notification_config/authentication/credentials",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/credentials/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
}
else {
const err90 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
}
else {
const err91 = {instancePath:instancePath+"/push_notification_config",schemaPath:"#/properties/push_notification_config/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data.governance_context !== undefined){
let data56 = data.governance_context;
if(typeof data56 === "string"){
if(data56.length > 4096){
const err92 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/maxLength",keyword:"maxLength",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(data56.length < 1){
const err93 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
if(!pattern9.test(data56)){
const err94 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/pattern",keyword:"pattern",params:{pattern: "^[\\x20-\\x7E]+$"}};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
else {
const err95 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data.payload !== undefined){
let data57 = data.payload;
if(!(data57 && typeof data57 == "object" && !Array.isArray(data57))){
const err96 = {instancePath:instancePath+"/payload",schemaPath:"#/properties/payload/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
if(data.adcp_version !== undefined){
let data58 = data.adcp_version;
if(typeof data58 === "string"){
if(!pattern10.test(data58)){
const err97 = {instancePath:instancePath+"/adcp_version",schemaPath:"#/properties/adcp_version/pattern",keyword:"pattern",params:{pattern: "^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$"}};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
else {
const err98 = {instancePath:instancePath+"/adcp_version",schemaPath:"#/properties/adcp_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data.adcp_major_version !== undefined){
let data59 = data.adcp_major_version;
if(!(((typeof data59 == "number") && (!(data59 % 1) && !isNaN(data59))) && (isFinite(data59)))){
const err99 = {instancePath:instancePath+"/adcp_major_version",schemaPath:"#/properties/adcp_major_version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
if((typeof data59 == "number") && (isFinite(data59))){
if(data59 > 99 || isNaN(data59)){
const err100 = {instancePath:instancePath+"/adcp_major_version",schemaPath:"#/properties/adcp_major_version/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99}};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if(data59 < 1 || isNaN(data59)){
const err101 = {instancePath:instancePath+"/adcp_major_version",schemaPath:"#/properties/adcp_major_version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
}
if(data.task_status !== undefined){
const err102 = {instancePath:instancePath+"/task_status",schemaPath:"#/properties/task_status/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if(data.response_status !== undefined){
const err103 = {instancePath:instancePath+"/response_status",schemaPath:"#/properties/response_status/not",keyword:"not",params:{}};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
else {
const err104 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"context":true,"task_id":true,"message":true,"timestamp":true,"replayed":true,"adcp_error":true,"errors":true,"push_notification_config":true,"governance_context":true,"payload":true,"adcp_version":true,"adcp_major_version":true,"task_status":true,"response_status":true},"dynamicProps":false,"dynamicItems":false};

export const check2 = validate22;
const schema33 = {"title":"Error","type":"object","required":["code","message"],"properties":{"code":{"type":"string","minLength":1,"maxLength":64,"rule":"adcp/error"},"message":{"type":"string","rule":"adcp/error"},"field":{"type":"string","rule":"adcp/error-member"},"suggestion":{"type":"string","rule":"adcp/error-member"},"retry_after":{"type":"number","minimum":1,"maximum":3600,"rule":"adcp/retry-after"},"issues":{"type":"array","items":{"type":"object","required":["pointer","message","keyword"],"properties":{"pointer":{"type":"string","pattern":"^(?:/(?:[^~/]|~[01])*)*$","rule":"adcp/issues"},"message":{"type":"string","rule":"adcp/issues"},"keyword":{"type":"string","rule":"adcp/issues"},"schemaPath":{"type":"string","rule":"adcp/issues"},"schema_id":{"type":"string","rule":"adcp/issues"},"discriminator":{"type":"array","items":{"type":"object","required":["property_name","value"],"properties":{"property_name":{"type":"string","rule":"adcp/issues"},"value":{"type":["string","number","boolean","null"],"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"},"details":{"type":"object","rule":"adcp/error-member"},"recovery":{"enum":["transient","correctable","terminal"],"rule":"adcp/recovery-value"},"source":{"enum":["producer","sdk"],"rule":"adcp/error-member"},"sdk_id":{"type":"string","rule":"adcp/error-member"}},"rule":"adcp/error"};

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
if(data.message === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 === "string"){
if(data0.length > 64){
const err2 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
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
const err4 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err5 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.field !== undefined){
if(typeof data.field !== "string"){
const err6 = {instancePath:instancePath+"/field",schemaPath:"#/properties/field/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.suggestion !== undefined){
if(typeof data.suggestion !== "string"){
const err7 = {instancePath:instancePath+"/suggestion",schemaPath:"#/properties/suggestion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.retry_after !== undefined){
let data4 = data.retry_after;
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 3600 || isNaN(data4)){
const err8 = {instancePath:instancePath+"/retry_after",schemaPath:"#/properties/retry_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err9 = {instancePath:instancePath+"/retry_after",schemaPath:"#/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
if(data.issues !== undefined){
let data5 = data.issues;
if(Array.isArray(data5)){
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.pointer === undefined){
const err11 = {instancePath:instancePath+"/issues/" + i0,schemaPath:"#/properties/issues/items/required",keyword:"required",params:{missingProperty: "pointer"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data6.message === undefined){
const err12 = {instancePath:instancePath+"/issues/" + i0,schemaPath:"#/properties/issues/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data6.keyword === undefined){
const err13 = {instancePath:instancePath+"/issues/" + i0,schemaPath:"#/properties/issues/items/required",keyword:"required",params:{missingProperty: "keyword"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data6.pointer !== undefined){
let data7 = data6.pointer;
if(typeof data7 === "string"){
if(!pattern5.test(data7)){
const err14 = {instancePath:instancePath+"/issues/" + i0+"/pointer",schemaPath:"#/properties/issues/items/properties/pointer/pattern",keyword:"pattern",params:{pattern: "^(?:/(?:[^~/]|~[01])*)*$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/issues/" + i0+"/pointer",schemaPath:"#/properties/issues/items/properties/pointer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data6.message !== undefined){
if(typeof data6.message !== "string"){
const err16 = {instancePath:instancePath+"/issues/" + i0+"/message",schemaPath:"#/properties/issues/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data6.keyword !== undefined){
if(typeof data6.keyword !== "string"){
const err17 = {instancePath:instancePath+"/issues/" + i0+"/keyword",schemaPath:"#/properties/issues/items/properties/keyword/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data6.schemaPath !== undefined){
if(typeof data6.schemaPath !== "string"){
const err18 = {instancePath:instancePath+"/issues/" + i0+"/schemaPath",schemaPath:"#/properties/issues/items/properties/schemaPath/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data6.schema_id !== undefined){
if(typeof data6.schema_id !== "string"){
const err19 = {instancePath:instancePath+"/issues/" + i0+"/schema_id",schemaPath:"#/properties/issues/items/properties/schema_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data6.discriminator !== undefined){
let data12 = data6.discriminator;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.property_name === undefined){
const err20 = {instancePath:instancePath+"/issues/" + i0+"/discriminator/" + i1,schemaPath:"#/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "property_name"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data13.value === undefined){
const err21 = {instancePath:instancePath+"/issues/" + i0+"/discriminator/" + i1,schemaPath:"#/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data13.property_name !== undefined){
if(typeof data13.property_name !== "string"){
const err22 = {instancePath:instancePath+"/issues/" + i0+"/discriminator/" + i1+"/property_name",schemaPath:"#/properties/issues/items/properties/discriminator/items/properties/property_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data13.value !== undefined){
let data15 = data13.value;
if((((typeof data15 !== "string") && (!((typeof data15 == "number") && (isFinite(data15))))) && (typeof data15 !== "boolean")) && (data15 !== null)){
const err23 = {instancePath:instancePath+"/issues/" + i0+"/discriminator/" + i1+"/value",schemaPath:"#/properties/issues/items/properties/discriminator/items/properties/value/type",keyword:"type",params:{type: schema33.properties.issues.items.properties.discriminator.items.properties.value.type}};
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
else {
const err24 = {instancePath:instancePath+"/issues/" + i0+"/discriminator/" + i1,schemaPath:"#/properties/issues/items/properties/discriminator/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/issues/" + i0+"/discriminator",schemaPath:"#/properties/issues/items/properties/discriminator/type",keyword:"type",params:{type: "array"}};
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
const err26 = {instancePath:instancePath+"/issues/" + i0,schemaPath:"#/properties/issues/items/type",keyword:"type",params:{type: "object"}};
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
const err27 = {instancePath:instancePath+"/issues",schemaPath:"#/properties/issues/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.details !== undefined){
let data16 = data.details;
if(!(data16 && typeof data16 == "object" && !Array.isArray(data16))){
const err28 = {instancePath:instancePath+"/details",schemaPath:"#/properties/details/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.recovery !== undefined){
let data17 = data.recovery;
if(!(((data17 === "transient") || (data17 === "correctable")) || (data17 === "terminal"))){
const err29 = {instancePath:instancePath+"/recovery",schemaPath:"#/properties/recovery/enum",keyword:"enum",params:{allowedValues: schema33.properties.recovery.enum}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.source !== undefined){
let data18 = data.source;
if(!((data18 === "producer") || (data18 === "sdk"))){
const err30 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/enum",keyword:"enum",params:{allowedValues: schema33.properties.source.enum}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.sdk_id !== undefined){
if(typeof data.sdk_id !== "string"){
const err31 = {instancePath:instancePath+"/sdk_id",schemaPath:"#/properties/sdk_id/type",keyword:"type",params:{type: "string"}};
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
const err32 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"code":true,"message":true,"field":true,"suggestion":true,"retry_after":true,"issues":true,"details":true,"recovery":true,"source":true,"sdk_id":true},"dynamicProps":false,"dynamicItems":false};

export const check3 = validate23;
const schema34 = {"title":"The errors of a body","type":"array","items":{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","minLength":1,"maxLength":64,"rule":"adcp/error"},"message":{"type":"string","rule":"adcp/error"},"field":{"type":"string","rule":"adcp/error-member"},"suggestion":{"type":"string","rule":"adcp/error-member"},"retry_after":{"type":"number","minimum":1,"maximum":3600,"rule":"adcp/retry-after"},"issues":{"type":"array","items":{"type":"object","required":["pointer","message","keyword"],"properties":{"pointer":{"type":"string","pattern":"^(?:/(?:[^~/]|~[01])*)*$","rule":"adcp/issues"},"message":{"type":"string","rule":"adcp/issues"},"keyword":{"type":"string","rule":"adcp/issues"},"schemaPath":{"type":"string","rule":"adcp/issues"},"schema_id":{"type":"string","rule":"adcp/issues"},"discriminator":{"type":"array","items":{"type":"object","required":["property_name","value"],"properties":{"property_name":{"type":"string","rule":"adcp/issues"},"value":{"type":["string","number","boolean","null"],"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"}},"rule":"adcp/issues"},"rule":"adcp/issues"},"details":{"type":"object","rule":"adcp/error-member"},"recovery":{"enum":["transient","correctable","terminal"],"rule":"adcp/recovery-value"},"source":{"enum":["producer","sdk"],"rule":"adcp/error-member"},"sdk_id":{"type":"string","rule":"adcp/error-member"}},"rule":"adcp/error"},"rule":"adcp/envelope"};

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
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.code === undefined){
const err0 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.message === undefined){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.code !== undefined){
let data1 = data0.code;
if(typeof data1 === "string"){
if(data1.length > 64){
const err2 = {instancePath:instancePath+"/" + i0+"/code",schemaPath:"#/items/properties/code/maxLength",keyword:"maxLength",params:{limit: 64}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.length < 1){
const err3 = {instancePath:instancePath+"/" + i0+"/code",schemaPath:"#/items/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
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
const err4 = {instancePath:instancePath+"/" + i0+"/code",schemaPath:"#/items/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.message !== undefined){
if(typeof data0.message !== "string"){
const err5 = {instancePath:instancePath+"/" + i0+"/message",schemaPath:"#/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.field !== undefined){
if(typeof data0.field !== "string"){
const err6 = {instancePath:instancePath+"/" + i0+"/field",schemaPath:"#/items/properties/field/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data0.suggestion !== undefined){
if(typeof data0.suggestion !== "string"){
const err7 = {instancePath:instancePath+"/" + i0+"/suggestion",schemaPath:"#/items/properties/suggestion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data0.retry_after !== undefined){
let data5 = data0.retry_after;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 3600 || isNaN(data5)){
const err8 = {instancePath:instancePath+"/" + i0+"/retry_after",schemaPath:"#/items/properties/retry_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err9 = {instancePath:instancePath+"/" + i0+"/retry_after",schemaPath:"#/items/properties/retry_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
const err10 = {instancePath:instancePath+"/" + i0+"/retry_after",schemaPath:"#/items/properties/retry_after/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data0.issues !== undefined){
let data6 = data0.issues;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.pointer === undefined){
const err11 = {instancePath:instancePath+"/" + i0+"/issues/" + i1,schemaPath:"#/items/properties/issues/items/required",keyword:"required",params:{missingProperty: "pointer"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data7.message === undefined){
const err12 = {instancePath:instancePath+"/" + i0+"/issues/" + i1,schemaPath:"#/items/properties/issues/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data7.keyword === undefined){
const err13 = {instancePath:instancePath+"/" + i0+"/issues/" + i1,schemaPath:"#/items/properties/issues/items/required",keyword:"required",params:{missingProperty: "keyword"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data7.pointer !== undefined){
let data8 = data7.pointer;
if(typeof data8 === "string"){
if(!pattern5.test(data8)){
const err14 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/pointer",schemaPath:"#/items/properties/issues/items/properties/pointer/pattern",keyword:"pattern",params:{pattern: "^(?:/(?:[^~/]|~[01])*)*$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/pointer",schemaPath:"#/items/properties/issues/items/properties/pointer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data7.message !== undefined){
if(typeof data7.message !== "string"){
const err16 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/message",schemaPath:"#/items/properties/issues/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data7.keyword !== undefined){
if(typeof data7.keyword !== "string"){
const err17 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/keyword",schemaPath:"#/items/properties/issues/items/properties/keyword/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data7.schemaPath !== undefined){
if(typeof data7.schemaPath !== "string"){
const err18 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/schemaPath",schemaPath:"#/items/properties/issues/items/properties/schemaPath/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data7.schema_id !== undefined){
if(typeof data7.schema_id !== "string"){
const err19 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/schema_id",schemaPath:"#/items/properties/issues/items/properties/schema_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data7.discriminator !== undefined){
let data13 = data7.discriminator;
if(Array.isArray(data13)){
const len2 = data13.length;
for(let i2=0; i2<len2; i2++){
let data14 = data13[i2];
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.property_name === undefined){
const err20 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/discriminator/" + i2,schemaPath:"#/items/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "property_name"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data14.value === undefined){
const err21 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/discriminator/" + i2,schemaPath:"#/items/properties/issues/items/properties/discriminator/items/required",keyword:"required",params:{missingProperty: "value"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data14.property_name !== undefined){
if(typeof data14.property_name !== "string"){
const err22 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/discriminator/" + i2+"/property_name",schemaPath:"#/items/properties/issues/items/properties/discriminator/items/properties/property_name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data14.value !== undefined){
let data16 = data14.value;
if((((typeof data16 !== "string") && (!((typeof data16 == "number") && (isFinite(data16))))) && (typeof data16 !== "boolean")) && (data16 !== null)){
const err23 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/discriminator/" + i2+"/value",schemaPath:"#/items/properties/issues/items/properties/discriminator/items/properties/value/type",keyword:"type",params:{type: schema34.items.properties.issues.items.properties.discriminator.items.properties.value.type}};
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
else {
const err24 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/discriminator/" + i2,schemaPath:"#/items/properties/issues/items/properties/discriminator/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/" + i0+"/issues/" + i1+"/discriminator",schemaPath:"#/items/properties/issues/items/properties/discriminator/type",keyword:"type",params:{type: "array"}};
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
const err26 = {instancePath:instancePath+"/" + i0+"/issues/" + i1,schemaPath:"#/items/properties/issues/items/type",keyword:"type",params:{type: "object"}};
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
const err27 = {instancePath:instancePath+"/" + i0+"/issues",schemaPath:"#/items/properties/issues/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data0.details !== undefined){
let data17 = data0.details;
if(!(data17 && typeof data17 == "object" && !Array.isArray(data17))){
const err28 = {instancePath:instancePath+"/" + i0+"/details",schemaPath:"#/items/properties/details/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data0.recovery !== undefined){
let data18 = data0.recovery;
if(!(((data18 === "transient") || (data18 === "correctable")) || (data18 === "terminal"))){
const err29 = {instancePath:instancePath+"/" + i0+"/recovery",schemaPath:"#/items/properties/recovery/enum",keyword:"enum",params:{allowedValues: schema34.items.properties.recovery.enum}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data0.source !== undefined){
let data19 = data0.source;
if(!((data19 === "producer") || (data19 === "sdk"))){
const err30 = {instancePath:instancePath+"/" + i0+"/source",schemaPath:"#/items/properties/source/enum",keyword:"enum",params:{allowedValues: schema34.items.properties.source.enum}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data0.sdk_id !== undefined){
if(typeof data0.sdk_id !== "string"){
const err31 = {instancePath:instancePath+"/" + i0+"/sdk_id",schemaPath:"#/items/properties/sdk_id/type",keyword:"type",params:{type: "string"}};
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
const err32 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"}};
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
const err33 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

export const check4 = validate24;
const schema35 = {"title":"Push-notification registration","type":"object","required":["url"],"properties":{"url":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9+.-]*:\\S+$","rule":"adcp/push-config"},"operation_id":{"type":"string","pattern":"^[A-Za-z0-9_.:-]{1,255}$","rule":"adcp/push-config"},"token":{"type":"string","minLength":16,"maxLength":4096,"rule":"adcp/push-config"},"authentication":{"type":"object","required":["schemes","credentials"],"properties":{"schemes":{"type":"array","items":{"enum":["Bearer","HMAC-SHA256"],"rule":"adcp/push-authentication"},"minItems":1,"maxItems":1,"rule":"adcp/push-authentication"},"credentials":{"type":"string","minLength":32,"rule":"adcp/push-authentication"}},"additionalProperties":false,"rule":"adcp/push-authentication","closed":"adcp/push-authentication"}},"rule":"adcp/push-config"};

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
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(!pattern7.test(data0)){
const err1 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9+.-]*:\\S+$"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.operation_id !== undefined){
let data1 = data.operation_id;
if(typeof data1 === "string"){
if(!pattern8.test(data1)){
const err3 = {instancePath:instancePath+"/operation_id",schemaPath:"#/properties/operation_id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,255}$"}};
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
const err4 = {instancePath:instancePath+"/operation_id",schemaPath:"#/properties/operation_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.token !== undefined){
let data2 = data.token;
if(typeof data2 === "string"){
if(data2.length > 4096){
const err5 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/maxLength",keyword:"maxLength",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.length < 16){
const err6 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/minLength",keyword:"minLength",params:{limit: 16}};
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
const err7 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.authentication !== undefined){
let data3 = data.authentication;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.schemes === undefined){
const err8 = {instancePath:instancePath+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty: "schemes"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3.credentials === undefined){
const err9 = {instancePath:instancePath+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty: "credentials"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
for(const key0 in data3){
if(!((key0 === "schemes") || (key0 === "credentials"))){
const err10 = {instancePath:instancePath+"/authentication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data3.schemes !== undefined){
let data4 = data3.schemes;
if(Array.isArray(data4)){
if(data4.length > 1){
const err11 = {instancePath:instancePath+"/authentication/schemes",schemaPath:"#/properties/authentication/properties/schemes/maxItems",keyword:"maxItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4.length < 1){
const err12 = {instancePath:instancePath+"/authentication/schemes",schemaPath:"#/properties/authentication/properties/schemes/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(!((data5 === "Bearer") || (data5 === "HMAC-SHA256"))){
const err13 = {instancePath:instancePath+"/authentication/schemes/" + i0,schemaPath:"#/properties/authentication/properties/schemes/items/enum",keyword:"enum",params:{allowedValues: schema35.properties.authentication.properties.schemes.items.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/authentication/schemes",schemaPath:"#/properties/authentication/properties/schemes/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data3.credentials !== undefined){
let data6 = data3.credentials;
if(typeof data6 === "string"){
if(data6.length < 32){
const err15 = {instancePath:instancePath+"/authentication/credentials",schemaPath:"#/properties/authentication/properties/credentials/minLength",keyword:"minLength",params:{limit: 32}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/authentication/credentials",schemaPath:"#/properties/authentication/properties/credentials/type",keyword:"type",params:{type: "string"}};
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
const err17 = {instancePath:instancePath+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"url":true,"operation_id":true,"token":true,"authentication":true},"dynamicProps":false,"dynamicItems":false};

export const check5 = validate25;
const schema36 = {"title":"What every request may carry beside its arguments","type":"object","properties":{"idempotency_key":{"type":"string","pattern":"^[A-Za-z0-9_.:-]{16,255}$","rule":"adcp/idempotency-key"},"context":{"type":"object","rule":"adcp/context"},"context_id":{"type":"string","rule":"adcp/envelope"},"governance_context":{"type":"string","minLength":1,"maxLength":4096,"pattern":"^[\\x20-\\x7E]+$","rule":"adcp/governance-context"},"push_notification_config":{"type":"object","required":["url"],"properties":{"url":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9+.-]*:\\S+$","rule":"adcp/push-config"},"operation_id":{"type":"string","pattern":"^[A-Za-z0-9_.:-]{1,255}$","rule":"adcp/push-config"},"token":{"type":"string","minLength":16,"maxLength":4096,"rule":"adcp/push-config"},"authentication":{"type":"object","required":["schemes","credentials"],"properties":{"schemes":{"type":"array","items":{"enum":["Bearer","HMAC-SHA256"],"rule":"adcp/push-authentication"},"minItems":1,"maxItems":1,"rule":"adcp/push-authentication"},"credentials":{"type":"string","minLength":32,"rule":"adcp/push-authentication"}},"additionalProperties":false,"rule":"adcp/push-authentication","closed":"adcp/push-authentication"}},"rule":"adcp/push-config"},"adcp_version":{"type":"string","pattern":"^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$","rule":"adcp/version"},"adcp_major_version":{"type":"integer","minimum":1,"maximum":99,"rule":"adcp/version"}},"rule":"adcp/request"};
const pattern22 = new RegExp("^[A-Za-z0-9_.:-]{16,255}$", "");

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
if(data.idempotency_key !== undefined){
let data0 = data.idempotency_key;
if(typeof data0 === "string"){
if(!pattern22.test(data0)){
const err0 = {instancePath:instancePath+"/idempotency_key",schemaPath:"#/properties/idempotency_key/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{16,255}$"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/idempotency_key",schemaPath:"#/properties/idempotency_key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.context !== undefined){
let data1 = data.context;
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
const err2 = {instancePath:instancePath+"/context",schemaPath:"#/properties/context/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.context_id !== undefined){
if(typeof data.context_id !== "string"){
const err3 = {instancePath:instancePath+"/context_id",schemaPath:"#/properties/context_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.governance_context !== undefined){
let data3 = data.governance_context;
if(typeof data3 === "string"){
if(data3.length > 4096){
const err4 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/maxLength",keyword:"maxLength",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data3.length < 1){
const err5 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern9.test(data3)){
const err6 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/pattern",keyword:"pattern",params:{pattern: "^[\\x20-\\x7E]+$"}};
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
const err7 = {instancePath:instancePath+"/governance_context",schemaPath:"#/properties/governance_context/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.push_notification_config !== undefined){
let data4 = data.push_notification_config;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.url === undefined){
const err8 = {instancePath:instancePath+"/push_notification_config",schemaPath:"#/properties/push_notification_config/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data4.url !== undefined){
let data5 = data4.url;
if(typeof data5 === "string"){
if(!pattern7.test(data5)){
const err9 = {instancePath:instancePath+"/push_notification_config/url",schemaPath:"#/properties/push_notification_config/properties/url/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9+.-]*:\\S+$"}};
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
const err10 = {instancePath:instancePath+"/push_notification_config/url",schemaPath:"#/properties/push_notification_config/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data4.operation_id !== undefined){
let data6 = data4.operation_id;
if(typeof data6 === "string"){
if(!pattern8.test(data6)){
const err11 = {instancePath:instancePath+"/push_notification_config/operation_id",schemaPath:"#/properties/push_notification_config/properties/operation_id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,255}$"}};
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
const err12 = {instancePath:instancePath+"/push_notification_config/operation_id",schemaPath:"#/properties/push_notification_config/properties/operation_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data4.token !== undefined){
let data7 = data4.token;
if(typeof data7 === "string"){
if(data7.length > 4096){
const err13 = {instancePath:instancePath+"/push_notification_config/token",schemaPath:"#/properties/push_notification_config/properties/token/maxLength",keyword:"maxLength",params:{limit: 4096}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data7.length < 16){
const err14 = {instancePath:instancePath+"/push_notification_config/token",schemaPath:"#/properties/push_notification_config/properties/token/minLength",keyword:"minLength",params:{limit: 16}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/push_notification_config/token",schemaPath:"#/properties/push_notification_config/properties/token/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data4.authentication !== undefined){
let data8 = data4.authentication;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.schemes === undefined){
const err16 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/required",keyword:"required",params:{missingProperty: "schemes"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data8.credentials === undefined){
const err17 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/required",keyword:"required",params:{missingProperty: "credentials"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
for(const key0 in data8){
if(!((key0 === "schemes") || (key0 === "credentials"))){
const err18 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data8.schemes !== undefined){
let data9 = data8.schemes;
if(Array.isArray(data9)){
if(data9.length > 1){
const err19 = {instancePath:instancePath+"/push_notification_config/authentication/schemes",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/maxItems",keyword:"maxItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data9.length < 1){
const err20 = {instancePath:instancePath+"/push_notification_config/authentication/schemes",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
let data10 = data9[i0];
if(!((data10 === "Bearer") || (data10 === "HMAC-SHA256"))){
const err21 = {instancePath:instancePath+"/push_notification_config/authentication/schemes/" + i0,schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/items/enum",keyword:"enum",params:{allowedValues: schema36.properties.push_notification_config.properties.authentication.properties.schemes.items.enum}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/push_notification_config/authentication/schemes",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/schemes/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data8.credentials !== undefined){
let data11 = data8.credentials;
if(typeof data11 === "string"){
if(data11.length < 32){
const err23 = {instancePath:instancePath+"/push_notification_config/authentication/credentials",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/credentials/minLength",keyword:"minLength",params:{limit: 32}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/push_notification_config/authentication/credentials",schemaPath:"#/properties/push_notification_config/properties/authentication/properties/credentials/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/push_notification_config/authentication",schemaPath:"#/properties/push_notification_config/properties/authentication/type",keyword:"type",params:{type: "object"}};
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
const err26 = {instancePath:instancePath+"/push_notification_config",schemaPath:"#/properties/push_notification_config/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.adcp_version !== undefined){
let data12 = data.adcp_version;
if(typeof data12 === "string"){
if(!pattern10.test(data12)){
const err27 = {instancePath:instancePath+"/adcp_version",schemaPath:"#/properties/adcp_version/pattern",keyword:"pattern",params:{pattern: "^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/adcp_version",schemaPath:"#/properties/adcp_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.adcp_major_version !== undefined){
let data13 = data.adcp_major_version;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err29 = {instancePath:instancePath+"/adcp_major_version",schemaPath:"#/properties/adcp_major_version/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 99 || isNaN(data13)){
const err30 = {instancePath:instancePath+"/adcp_major_version",schemaPath:"#/properties/adcp_major_version/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err31 = {instancePath:instancePath+"/adcp_major_version",schemaPath:"#/properties/adcp_major_version/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
}
else {
const err32 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"idempotency_key":true,"context":true,"context_id":true,"governance_context":true,"push_notification_config":true,"adcp_version":true,"adcp_major_version":true},"dynamicProps":false,"dynamicItems":false};

export const check6 = validate26;
const schema37 = {"title":"ext.replywire: what the hub knows and the envelope has no place for","type":"object","properties":{"body":{"type":"object","rule":"adcp/ext-replywire"},"content":{"type":"array","items":{"anyOf":[{"type":"object","required":["type","text"],"properties":{"type":{"type":"string","const":"text","rule":"adcp/ext-replywire"},"text":{"type":"string","rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"mediaType":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},{"type":"object","required":["type","data"],"properties":{"type":{"type":"string","const":"data","rule":"adcp/ext-replywire"},"data":{"rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"mediaType":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},{"type":"object","required":["type","base64"],"properties":{"type":{"type":"string","const":"bytes","rule":"adcp/ext-replywire"},"base64":{"type":"string","rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"mediaType":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},{"type":"object","required":["type","url"],"properties":{"type":{"type":"string","const":"link","rule":"adcp/ext-replywire"},"url":{"type":"string","rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"mediaType":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"}],"rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"},"artifacts":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"description":{"type":"string","rule":"adcp/ext-replywire"},"parts":{"type":"array","items":{"anyOf":[{"type":"object","required":["type","text"],"properties":{"type":{"type":"string","const":"text","rule":"adcp/ext-replywire"},"text":{"type":"string","rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"mediaType":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},{"type":"object","required":["type","data"],"properties":{"type":{"type":"string","const":"data","rule":"adcp/ext-replywire"},"data":{"rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"mediaType":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},{"type":"object","required":["type","base64"],"properties":{"type":{"type":"string","const":"bytes","rule":"adcp/ext-replywire"},"base64":{"type":"string","rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"mediaType":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},{"type":"object","required":["type","url"],"properties":{"type":{"type":"string","const":"link","rule":"adcp/ext-replywire"},"url":{"type":"string","rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"mediaType":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"}],"rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"},"citations":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string","rule":"adcp/ext-replywire"},"url":{"type":"string","rule":"adcp/ext-replywire"},"publisher":{"type":"string","rule":"adcp/ext-replywire"},"title":{"type":"string","rule":"adcp/ext-replywire"},"fetchedAt":{"type":"string","rule":"adcp/ext-replywire"},"checksum":{"type":"string","rule":"adcp/ext-replywire"},"license":{"type":"string","rule":"adcp/ext-replywire"},"paths":{"type":"array","items":{"type":"string","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"},"excerpt":{"type":"string","rule":"adcp/ext-replywire"},"pageRef":{"type":"string","rule":"adcp/ext-replywire"},"verification":{"type":"string","rule":"adcp/ext-replywire"},"text":{"type":"string","rule":"adcp/ext-replywire"},"markdown":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"},"sources":{"type":"array","items":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"},"spanRefs":{"type":"array","items":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"},"actions":{"type":"array","items":{"type":"object","properties":{"tool":{"type":"string","rule":"adcp/ext-replywire"},"endpoint":{"type":"string","rule":"adcp/ext-replywire"},"args":{"type":"object","rule":"adcp/ext-replywire"},"reason":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"},"usage":{"type":"object","rule":"adcp/ext-replywire"},"provenance":{"type":"object","rule":"adcp/ext-replywire"},"task":{"type":"object","properties":{"statusUrl":{"type":"string","rule":"adcp/ext-replywire"},"pollAfterMs":{"type":"number","rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},"partial":{"type":"boolean","rule":"adcp/ext-replywire"},"created":{"type":"object","properties":{"location":{"type":"string","rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},"emptyReason":{"type":"string","rule":"adcp/ext-replywire"},"retryWith":{"type":"object","rule":"adcp/ext-replywire"},"grade":{"enum":["rich","sparse"],"rule":"adcp/ext-replywire"},"progress":{"type":"object","properties":{"fraction":{"type":"number","rule":"adcp/ext-replywire"},"message":{"type":"string","rule":"adcp/ext-replywire"},"step":{"type":"number","rule":"adcp/ext-replywire"},"total":{"type":"number","rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},"needs":{"type":"array","items":{"anyOf":[{"type":"object","required":["kind","name","location","schema","required","question"],"properties":{"kind":{"type":"string","const":"input","rule":"adcp/ext-replywire"},"name":{"type":"string","rule":"adcp/ext-replywire"},"location":{"enum":["body","query","path","header"],"rule":"adcp/ext-replywire"},"schema":{"type":"object","rule":"adcp/ext-replywire"},"required":{"type":"boolean","rule":"adcp/ext-replywire"},"question":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},{"type":"object","required":["kind","question"],"properties":{"kind":{"type":"string","const":"reply","rule":"adcp/ext-replywire"},"question":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},{"type":"object","required":["kind","key","action"],"properties":{"kind":{"type":"string","const":"approval","rule":"adcp/ext-replywire"},"key":{"type":"string","rule":"adcp/ext-replywire"},"action":{"type":"string","rule":"adcp/ext-replywire"},"token":{"type":"string","rule":"adcp/ext-replywire"},"expiresAt":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},{"type":"object","required":["kind"],"properties":{"kind":{"type":"string","const":"credentials","rule":"adcp/ext-replywire"},"url":{"type":"string","rule":"adcp/ext-replywire"},"scheme":{"type":"string","rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"}],"rule":"adcp/ext-replywire"},"minItems":1,"rule":"adcp/ext-replywire"},"status":{"type":"string","rule":"adcp/ext-replywire"},"fault":{"type":"object","properties":{"category":{"enum":["invalid","unauthenticated","forbidden","license-blocked","not-found","conflict","rate-limited","quota-exceeded","dependency","timeout","integrity","unavailable","internal"],"rule":"adcp/ext-replywire"},"code":{"type":"string","rule":"adcp/ext-replywire"},"message":{"type":"string","rule":"adcp/ext-replywire"},"detail":{"type":"string","rule":"adcp/ext-replywire"},"began":{"type":"boolean","rule":"adcp/ext-replywire"},"resourceId":{"type":["string","null"],"rule":"adcp/ext-replywire"},"details":{"type":["object","null"],"rule":"adcp/ext-replywire"},"issues":{"type":"array","items":{"type":"object","required":["pointer","message"],"properties":{"pointer":{"type":"string","rule":"adcp/ext-replywire"},"message":{"type":"string","rule":"adcp/ext-replywire"},"keyword":{"type":"string","rule":"adcp/ext-replywire"},"location":{"enum":["body","query","path","header"],"rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},"exchange":{"type":"object","properties":{"operation":{"type":"string","rule":"adcp/ext-replywire"},"query":{"type":"object","properties":{"input":{"type":"object","rule":"adcp/ext-replywire"},"filters":{"type":"object","rule":"adcp/ext-replywire"},"unparsed":{"type":"array","items":{"type":"string","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"},"extra":{"type":"object","additionalProperties":{"type":"object","rule":"adcp/ext-replywire"},"rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"},"billing":{"type":"object","properties":{"units":{"type":"number","rule":"adcp/ext-replywire"},"tag":{"type":"string","rule":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"}},"additionalProperties":false,"rule":"adcp/ext-replywire","closed":"adcp/ext-replywire"};
const func1 = Object.prototype.hasOwnProperty;

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
for(const key0 in data){
if(!(func1.call(schema37.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.body !== undefined){
let data0 = data.body;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err1 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.content !== undefined){
let data1 = data.content;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs7 = errors;
let valid3 = false;
const _errs8 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.type === undefined){
const err2 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/0/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data2.text === undefined){
const err3 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/0/required",keyword:"required",params:{missingProperty: "text"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key1 in data2){
if(!(((((key1 === "type") || (key1 === "text")) || (key1 === "name")) || (key1 === "mediaType")) || (key1 === "extra"))){
const err4 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data2.type !== undefined){
let data3 = data2.type;
if(typeof data3 !== "string"){
const err5 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/anyOf/0/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if("text" !== data3){
const err6 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/anyOf/0/properties/type/const",keyword:"const",params:{allowedValue: "text"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data2.text !== undefined){
if(typeof data2.text !== "string"){
const err7 = {instancePath:instancePath+"/content/" + i0+"/text",schemaPath:"#/properties/content/items/anyOf/0/properties/text/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data2.name !== undefined){
if(typeof data2.name !== "string"){
const err8 = {instancePath:instancePath+"/content/" + i0+"/name",schemaPath:"#/properties/content/items/anyOf/0/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data2.mediaType !== undefined){
if(typeof data2.mediaType !== "string"){
const err9 = {instancePath:instancePath+"/content/" + i0+"/mediaType",schemaPath:"#/properties/content/items/anyOf/0/properties/mediaType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data2.extra !== undefined){
let data7 = data2.extra;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key2 in data7){
let data8 = data7[key2];
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
const err10 = {instancePath:instancePath+"/content/" + i0+"/extra/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/content/items/anyOf/0/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
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
else {
const err11 = {instancePath:instancePath+"/content/" + i0+"/extra",schemaPath:"#/properties/content/items/anyOf/0/properties/extra/type",keyword:"type",params:{type: "object"}};
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
const err12 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid3 = valid3 || _valid0;
if(_valid0){
var props0 = true;
}
const _errs24 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.type === undefined){
const err13 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/1/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data2.data === undefined){
const err14 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/1/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key3 in data2){
if(!(((((key3 === "type") || (key3 === "data")) || (key3 === "name")) || (key3 === "mediaType")) || (key3 === "extra"))){
const err15 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data2.type !== undefined){
let data9 = data2.type;
if(typeof data9 !== "string"){
const err16 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/anyOf/1/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if("data" !== data9){
const err17 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/anyOf/1/properties/type/const",keyword:"const",params:{allowedValue: "data"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data2.name !== undefined){
if(typeof data2.name !== "string"){
const err18 = {instancePath:instancePath+"/content/" + i0+"/name",schemaPath:"#/properties/content/items/anyOf/1/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data2.mediaType !== undefined){
if(typeof data2.mediaType !== "string"){
const err19 = {instancePath:instancePath+"/content/" + i0+"/mediaType",schemaPath:"#/properties/content/items/anyOf/1/properties/mediaType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data2.extra !== undefined){
let data12 = data2.extra;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key4 in data12){
let data13 = data12[key4];
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
const err20 = {instancePath:instancePath+"/content/" + i0+"/extra/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/content/items/anyOf/1/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/content/" + i0+"/extra",schemaPath:"#/properties/content/items/anyOf/1/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var _valid0 = _errs24 === errors;
valid3 = valid3 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = true;
}
}
const _errs38 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.type === undefined){
const err23 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/2/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data2.base64 === undefined){
const err24 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/2/required",keyword:"required",params:{missingProperty: "base64"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
for(const key5 in data2){
if(!(((((key5 === "type") || (key5 === "base64")) || (key5 === "name")) || (key5 === "mediaType")) || (key5 === "extra"))){
const err25 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data2.type !== undefined){
let data14 = data2.type;
if(typeof data14 !== "string"){
const err26 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/anyOf/2/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if("bytes" !== data14){
const err27 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/anyOf/2/properties/type/const",keyword:"const",params:{allowedValue: "bytes"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data2.base64 !== undefined){
if(typeof data2.base64 !== "string"){
const err28 = {instancePath:instancePath+"/content/" + i0+"/base64",schemaPath:"#/properties/content/items/anyOf/2/properties/base64/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data2.name !== undefined){
if(typeof data2.name !== "string"){
const err29 = {instancePath:instancePath+"/content/" + i0+"/name",schemaPath:"#/properties/content/items/anyOf/2/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data2.mediaType !== undefined){
if(typeof data2.mediaType !== "string"){
const err30 = {instancePath:instancePath+"/content/" + i0+"/mediaType",schemaPath:"#/properties/content/items/anyOf/2/properties/mediaType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data2.extra !== undefined){
let data18 = data2.extra;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
for(const key6 in data18){
let data19 = data18[key6];
if(!(data19 && typeof data19 == "object" && !Array.isArray(data19))){
const err31 = {instancePath:instancePath+"/content/" + i0+"/extra/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/content/items/anyOf/2/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
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
const err32 = {instancePath:instancePath+"/content/" + i0+"/extra",schemaPath:"#/properties/content/items/anyOf/2/properties/extra/type",keyword:"type",params:{type: "object"}};
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
const err33 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid0 = _errs38 === errors;
valid3 = valid3 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = true;
}
}
const _errs54 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.type === undefined){
const err34 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/3/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data2.url === undefined){
const err35 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/3/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key7 in data2){
if(!(((((key7 === "type") || (key7 === "url")) || (key7 === "name")) || (key7 === "mediaType")) || (key7 === "extra"))){
const err36 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/3/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data2.type !== undefined){
let data20 = data2.type;
if(typeof data20 !== "string"){
const err37 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/anyOf/3/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if("link" !== data20){
const err38 = {instancePath:instancePath+"/content/" + i0+"/type",schemaPath:"#/properties/content/items/anyOf/3/properties/type/const",keyword:"const",params:{allowedValue: "link"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data2.url !== undefined){
if(typeof data2.url !== "string"){
const err39 = {instancePath:instancePath+"/content/" + i0+"/url",schemaPath:"#/properties/content/items/anyOf/3/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data2.name !== undefined){
if(typeof data2.name !== "string"){
const err40 = {instancePath:instancePath+"/content/" + i0+"/name",schemaPath:"#/properties/content/items/anyOf/3/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data2.mediaType !== undefined){
if(typeof data2.mediaType !== "string"){
const err41 = {instancePath:instancePath+"/content/" + i0+"/mediaType",schemaPath:"#/properties/content/items/anyOf/3/properties/mediaType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data2.extra !== undefined){
let data24 = data2.extra;
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
for(const key8 in data24){
let data25 = data24[key8];
if(!(data25 && typeof data25 == "object" && !Array.isArray(data25))){
const err42 = {instancePath:instancePath+"/content/" + i0+"/extra/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/content/items/anyOf/3/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/content/" + i0+"/extra",schemaPath:"#/properties/content/items/anyOf/3/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf/3/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
var _valid0 = _errs54 === errors;
valid3 = valid3 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = true;
}
}
if(!valid3){
const err45 = {instancePath:instancePath+"/content/" + i0,schemaPath:"#/properties/content/items/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
else {
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err46 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.artifacts !== undefined){
let data26 = data.artifacts;
if(Array.isArray(data26)){
const len1 = data26.length;
for(let i1=0; i1<len1; i1++){
let data27 = data26[i1];
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.id === undefined){
const err47 = {instancePath:instancePath+"/artifacts/" + i1,schemaPath:"#/properties/artifacts/items/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
for(const key9 in data27){
if(!(((((key9 === "id") || (key9 === "name")) || (key9 === "description")) || (key9 === "parts")) || (key9 === "extra"))){
const err48 = {instancePath:instancePath+"/artifacts/" + i1,schemaPath:"#/properties/artifacts/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data27.id !== undefined){
if(typeof data27.id !== "string"){
const err49 = {instancePath:instancePath+"/artifacts/" + i1+"/id",schemaPath:"#/properties/artifacts/items/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data27.name !== undefined){
if(typeof data27.name !== "string"){
const err50 = {instancePath:instancePath+"/artifacts/" + i1+"/name",schemaPath:"#/properties/artifacts/items/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data27.description !== undefined){
if(typeof data27.description !== "string"){
const err51 = {instancePath:instancePath+"/artifacts/" + i1+"/description",schemaPath:"#/properties/artifacts/items/properties/description/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data27.parts !== undefined){
let data31 = data27.parts;
if(Array.isArray(data31)){
const len2 = data31.length;
for(let i2=0; i2<len2; i2++){
let data32 = data31[i2];
const _errs84 = errors;
let valid17 = false;
const _errs85 = errors;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.type === undefined){
const err52 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data32.text === undefined){
const err53 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/required",keyword:"required",params:{missingProperty: "text"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
for(const key10 in data32){
if(!(((((key10 === "type") || (key10 === "text")) || (key10 === "name")) || (key10 === "mediaType")) || (key10 === "extra"))){
const err54 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data32.type !== undefined){
let data33 = data32.type;
if(typeof data33 !== "string"){
const err55 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/type",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if("text" !== data33){
const err56 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/type",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/type/const",keyword:"const",params:{allowedValue: "text"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data32.text !== undefined){
if(typeof data32.text !== "string"){
const err57 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/text",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/text/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data32.name !== undefined){
if(typeof data32.name !== "string"){
const err58 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/name",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data32.mediaType !== undefined){
if(typeof data32.mediaType !== "string"){
const err59 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/mediaType",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/mediaType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data32.extra !== undefined){
let data37 = data32.extra;
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
for(const key11 in data37){
let data38 = data37[key11];
if(!(data38 && typeof data38 == "object" && !Array.isArray(data38))){
const err60 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/extra/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
else {
const err61 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/extra",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
}
else {
const err62 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
var _valid1 = _errs85 === errors;
valid17 = valid17 || _valid1;
if(_valid1){
var props1 = true;
}
const _errs101 = errors;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.type === undefined){
const err63 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(data32.data === undefined){
const err64 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
for(const key12 in data32){
if(!(((((key12 === "type") || (key12 === "data")) || (key12 === "name")) || (key12 === "mediaType")) || (key12 === "extra"))){
const err65 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data32.type !== undefined){
let data39 = data32.type;
if(typeof data39 !== "string"){
const err66 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/type",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if("data" !== data39){
const err67 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/type",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/type/const",keyword:"const",params:{allowedValue: "data"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data32.name !== undefined){
if(typeof data32.name !== "string"){
const err68 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/name",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data32.mediaType !== undefined){
if(typeof data32.mediaType !== "string"){
const err69 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/mediaType",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/mediaType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data32.extra !== undefined){
let data42 = data32.extra;
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
for(const key13 in data42){
let data43 = data42[key13];
if(!(data43 && typeof data43 == "object" && !Array.isArray(data43))){
const err70 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/extra/" + key13.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
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
const err71 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/extra",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/extra/type",keyword:"type",params:{type: "object"}};
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
const err72 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
var _valid1 = _errs101 === errors;
valid17 = valid17 || _valid1;
if(_valid1){
if(props1 !== true){
props1 = true;
}
}
const _errs115 = errors;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.type === undefined){
const err73 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(data32.base64 === undefined){
const err74 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/required",keyword:"required",params:{missingProperty: "base64"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
for(const key14 in data32){
if(!(((((key14 === "type") || (key14 === "base64")) || (key14 === "name")) || (key14 === "mediaType")) || (key14 === "extra"))){
const err75 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data32.type !== undefined){
let data44 = data32.type;
if(typeof data44 !== "string"){
const err76 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/type",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if("bytes" !== data44){
const err77 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/type",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/type/const",keyword:"const",params:{allowedValue: "bytes"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data32.base64 !== undefined){
if(typeof data32.base64 !== "string"){
const err78 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/base64",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/base64/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
if(data32.name !== undefined){
if(typeof data32.name !== "string"){
const err79 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/name",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data32.mediaType !== undefined){
if(typeof data32.mediaType !== "string"){
const err80 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/mediaType",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/mediaType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data32.extra !== undefined){
let data48 = data32.extra;
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
for(const key15 in data48){
let data49 = data48[key15];
if(!(data49 && typeof data49 == "object" && !Array.isArray(data49))){
const err81 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/extra/" + key15.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
}
else {
const err82 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/extra",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
var _valid1 = _errs115 === errors;
valid17 = valid17 || _valid1;
if(_valid1){
if(props1 !== true){
props1 = true;
}
}
const _errs131 = errors;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.type === undefined){
const err84 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if(data32.url === undefined){
const err85 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/required",keyword:"required",params:{missingProperty: "url"}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
for(const key16 in data32){
if(!(((((key16 === "type") || (key16 === "url")) || (key16 === "name")) || (key16 === "mediaType")) || (key16 === "extra"))){
const err86 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data32.type !== undefined){
let data50 = data32.type;
if(typeof data50 !== "string"){
const err87 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/type",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if("link" !== data50){
const err88 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/type",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/type/const",keyword:"const",params:{allowedValue: "link"}};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
if(data32.url !== undefined){
if(typeof data32.url !== "string"){
const err89 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/url",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
if(data32.name !== undefined){
if(typeof data32.name !== "string"){
const err90 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/name",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
if(data32.mediaType !== undefined){
if(typeof data32.mediaType !== "string"){
const err91 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/mediaType",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/mediaType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data32.extra !== undefined){
let data54 = data32.extra;
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
for(const key17 in data54){
let data55 = data54[key17];
if(!(data55 && typeof data55 == "object" && !Array.isArray(data55))){
const err92 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/extra/" + key17.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
}
else {
const err93 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2+"/extra",schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
else {
const err94 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf/3/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
var _valid1 = _errs131 === errors;
valid17 = valid17 || _valid1;
if(_valid1){
if(props1 !== true){
props1 = true;
}
}
if(!valid17){
const err95 = {instancePath:instancePath+"/artifacts/" + i1+"/parts/" + i2,schemaPath:"#/properties/artifacts/items/properties/parts/items/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
else {
errors = _errs84;
if(vErrors !== null){
if(_errs84){
vErrors.length = _errs84;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err96 = {instancePath:instancePath+"/artifacts/" + i1+"/parts",schemaPath:"#/properties/artifacts/items/properties/parts/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
if(data27.extra !== undefined){
let data56 = data27.extra;
if(data56 && typeof data56 == "object" && !Array.isArray(data56)){
for(const key18 in data56){
let data57 = data56[key18];
if(!(data57 && typeof data57 == "object" && !Array.isArray(data57))){
const err97 = {instancePath:instancePath+"/artifacts/" + i1+"/extra/" + key18.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/artifacts/items/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
}
else {
const err98 = {instancePath:instancePath+"/artifacts/" + i1+"/extra",schemaPath:"#/properties/artifacts/items/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
}
else {
const err99 = {instancePath:instancePath+"/artifacts/" + i1,schemaPath:"#/properties/artifacts/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
}
else {
const err100 = {instancePath:instancePath+"/artifacts",schemaPath:"#/properties/artifacts/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data.citations !== undefined){
let data58 = data.citations;
if(Array.isArray(data58)){
const len3 = data58.length;
for(let i3=0; i3<len3; i3++){
let data59 = data58[i3];
if(data59 && typeof data59 == "object" && !Array.isArray(data59)){
for(const key19 in data59){
if(!(func1.call(schema37.properties.citations.items.properties, key19))){
const err101 = {instancePath:instancePath+"/citations/" + i3,schemaPath:"#/properties/citations/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key19}};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
if(data59.id !== undefined){
if(typeof data59.id !== "string"){
const err102 = {instancePath:instancePath+"/citations/" + i3+"/id",schemaPath:"#/properties/citations/items/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data59.url !== undefined){
if(typeof data59.url !== "string"){
const err103 = {instancePath:instancePath+"/citations/" + i3+"/url",schemaPath:"#/properties/citations/items/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
if(data59.publisher !== undefined){
if(typeof data59.publisher !== "string"){
const err104 = {instancePath:instancePath+"/citations/" + i3+"/publisher",schemaPath:"#/properties/citations/items/properties/publisher/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data59.title !== undefined){
if(typeof data59.title !== "string"){
const err105 = {instancePath:instancePath+"/citations/" + i3+"/title",schemaPath:"#/properties/citations/items/properties/title/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
if(data59.fetchedAt !== undefined){
if(typeof data59.fetchedAt !== "string"){
const err106 = {instancePath:instancePath+"/citations/" + i3+"/fetchedAt",schemaPath:"#/properties/citations/items/properties/fetchedAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data59.checksum !== undefined){
if(typeof data59.checksum !== "string"){
const err107 = {instancePath:instancePath+"/citations/" + i3+"/checksum",schemaPath:"#/properties/citations/items/properties/checksum/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
if(data59.license !== undefined){
if(typeof data59.license !== "string"){
const err108 = {instancePath:instancePath+"/citations/" + i3+"/license",schemaPath:"#/properties/citations/items/properties/license/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
if(data59.paths !== undefined){
let data67 = data59.paths;
if(Array.isArray(data67)){
const len4 = data67.length;
for(let i4=0; i4<len4; i4++){
if(typeof data67[i4] !== "string"){
const err109 = {instancePath:instancePath+"/citations/" + i3+"/paths/" + i4,schemaPath:"#/properties/citations/items/properties/paths/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
}
else {
const err110 = {instancePath:instancePath+"/citations/" + i3+"/paths",schemaPath:"#/properties/citations/items/properties/paths/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
if(data59.excerpt !== undefined){
if(typeof data59.excerpt !== "string"){
const err111 = {instancePath:instancePath+"/citations/" + i3+"/excerpt",schemaPath:"#/properties/citations/items/properties/excerpt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
if(data59.pageRef !== undefined){
if(typeof data59.pageRef !== "string"){
const err112 = {instancePath:instancePath+"/citations/" + i3+"/pageRef",schemaPath:"#/properties/citations/items/properties/pageRef/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data59.verification !== undefined){
if(typeof data59.verification !== "string"){
const err113 = {instancePath:instancePath+"/citations/" + i3+"/verification",schemaPath:"#/properties/citations/items/properties/verification/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
if(data59.text !== undefined){
if(typeof data59.text !== "string"){
const err114 = {instancePath:instancePath+"/citations/" + i3+"/text",schemaPath:"#/properties/citations/items/properties/text/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
if(data59.markdown !== undefined){
if(typeof data59.markdown !== "string"){
const err115 = {instancePath:instancePath+"/citations/" + i3+"/markdown",schemaPath:"#/properties/citations/items/properties/markdown/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
if(data59.extra !== undefined){
let data74 = data59.extra;
if(data74 && typeof data74 == "object" && !Array.isArray(data74)){
for(const key20 in data74){
let data75 = data74[key20];
if(!(data75 && typeof data75 == "object" && !Array.isArray(data75))){
const err116 = {instancePath:instancePath+"/citations/" + i3+"/extra/" + key20.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/citations/items/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
}
else {
const err117 = {instancePath:instancePath+"/citations/" + i3+"/extra",schemaPath:"#/properties/citations/items/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
}
else {
const err118 = {instancePath:instancePath+"/citations/" + i3,schemaPath:"#/properties/citations/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
}
else {
const err119 = {instancePath:instancePath+"/citations",schemaPath:"#/properties/citations/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
if(data.sources !== undefined){
let data76 = data.sources;
if(Array.isArray(data76)){
const len5 = data76.length;
for(let i5=0; i5<len5; i5++){
let data77 = data76[i5];
if(!(data77 && typeof data77 == "object" && !Array.isArray(data77))){
const err120 = {instancePath:instancePath+"/sources/" + i5,schemaPath:"#/properties/sources/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
}
else {
const err121 = {instancePath:instancePath+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
if(data.spanRefs !== undefined){
let data78 = data.spanRefs;
if(Array.isArray(data78)){
const len6 = data78.length;
for(let i6=0; i6<len6; i6++){
let data79 = data78[i6];
if(!(data79 && typeof data79 == "object" && !Array.isArray(data79))){
const err122 = {instancePath:instancePath+"/spanRefs/" + i6,schemaPath:"#/properties/spanRefs/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
}
else {
const err123 = {instancePath:instancePath+"/spanRefs",schemaPath:"#/properties/spanRefs/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data.actions !== undefined){
let data80 = data.actions;
if(Array.isArray(data80)){
const len7 = data80.length;
for(let i7=0; i7<len7; i7++){
let data81 = data80[i7];
if(data81 && typeof data81 == "object" && !Array.isArray(data81)){
for(const key21 in data81){
if(!(((((key21 === "tool") || (key21 === "endpoint")) || (key21 === "args")) || (key21 === "reason")) || (key21 === "extra"))){
const err124 = {instancePath:instancePath+"/actions/" + i7,schemaPath:"#/properties/actions/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key21}};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
if(data81.tool !== undefined){
if(typeof data81.tool !== "string"){
const err125 = {instancePath:instancePath+"/actions/" + i7+"/tool",schemaPath:"#/properties/actions/items/properties/tool/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
if(data81.endpoint !== undefined){
if(typeof data81.endpoint !== "string"){
const err126 = {instancePath:instancePath+"/actions/" + i7+"/endpoint",schemaPath:"#/properties/actions/items/properties/endpoint/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
if(data81.args !== undefined){
let data84 = data81.args;
if(!(data84 && typeof data84 == "object" && !Array.isArray(data84))){
const err127 = {instancePath:instancePath+"/actions/" + i7+"/args",schemaPath:"#/properties/actions/items/properties/args/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
if(data81.reason !== undefined){
if(typeof data81.reason !== "string"){
const err128 = {instancePath:instancePath+"/actions/" + i7+"/reason",schemaPath:"#/properties/actions/items/properties/reason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
if(data81.extra !== undefined){
let data86 = data81.extra;
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
for(const key22 in data86){
let data87 = data86[key22];
if(!(data87 && typeof data87 == "object" && !Array.isArray(data87))){
const err129 = {instancePath:instancePath+"/actions/" + i7+"/extra/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/actions/items/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
}
else {
const err130 = {instancePath:instancePath+"/actions/" + i7+"/extra",schemaPath:"#/properties/actions/items/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
}
else {
const err131 = {instancePath:instancePath+"/actions/" + i7,schemaPath:"#/properties/actions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
}
else {
const err132 = {instancePath:instancePath+"/actions",schemaPath:"#/properties/actions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
if(data.usage !== undefined){
let data88 = data.usage;
if(!(data88 && typeof data88 == "object" && !Array.isArray(data88))){
const err133 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
if(data.provenance !== undefined){
let data89 = data.provenance;
if(!(data89 && typeof data89 == "object" && !Array.isArray(data89))){
const err134 = {instancePath:instancePath+"/provenance",schemaPath:"#/properties/provenance/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
if(data.task !== undefined){
let data90 = data.task;
if(data90 && typeof data90 == "object" && !Array.isArray(data90)){
for(const key23 in data90){
if(!((key23 === "statusUrl") || (key23 === "pollAfterMs"))){
const err135 = {instancePath:instancePath+"/task",schemaPath:"#/properties/task/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key23}};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
if(data90.statusUrl !== undefined){
if(typeof data90.statusUrl !== "string"){
const err136 = {instancePath:instancePath+"/task/statusUrl",schemaPath:"#/properties/task/properties/statusUrl/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
if(data90.pollAfterMs !== undefined){
let data92 = data90.pollAfterMs;
if(!((typeof data92 == "number") && (isFinite(data92)))){
const err137 = {instancePath:instancePath+"/task/pollAfterMs",schemaPath:"#/properties/task/properties/pollAfterMs/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
}
else {
const err138 = {instancePath:instancePath+"/task",schemaPath:"#/properties/task/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
if(data.partial !== undefined){
if(typeof data.partial !== "boolean"){
const err139 = {instancePath:instancePath+"/partial",schemaPath:"#/properties/partial/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
if(data.created !== undefined){
let data94 = data.created;
if(data94 && typeof data94 == "object" && !Array.isArray(data94)){
for(const key24 in data94){
if(!(key24 === "location")){
const err140 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key24}};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
if(data94.location !== undefined){
if(typeof data94.location !== "string"){
const err141 = {instancePath:instancePath+"/created/location",schemaPath:"#/properties/created/properties/location/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
}
else {
const err142 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
if(data.emptyReason !== undefined){
if(typeof data.emptyReason !== "string"){
const err143 = {instancePath:instancePath+"/emptyReason",schemaPath:"#/properties/emptyReason/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
if(data.retryWith !== undefined){
let data97 = data.retryWith;
if(!(data97 && typeof data97 == "object" && !Array.isArray(data97))){
const err144 = {instancePath:instancePath+"/retryWith",schemaPath:"#/properties/retryWith/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
if(data.grade !== undefined){
let data98 = data.grade;
if(!((data98 === "rich") || (data98 === "sparse"))){
const err145 = {instancePath:instancePath+"/grade",schemaPath:"#/properties/grade/enum",keyword:"enum",params:{allowedValues: schema37.properties.grade.enum}};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
if(data.progress !== undefined){
let data99 = data.progress;
if(data99 && typeof data99 == "object" && !Array.isArray(data99)){
for(const key25 in data99){
if(!((((key25 === "fraction") || (key25 === "message")) || (key25 === "step")) || (key25 === "total"))){
const err146 = {instancePath:instancePath+"/progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key25}};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
if(data99.fraction !== undefined){
let data100 = data99.fraction;
if(!((typeof data100 == "number") && (isFinite(data100)))){
const err147 = {instancePath:instancePath+"/progress/fraction",schemaPath:"#/properties/progress/properties/fraction/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
if(data99.message !== undefined){
if(typeof data99.message !== "string"){
const err148 = {instancePath:instancePath+"/progress/message",schemaPath:"#/properties/progress/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
if(data99.step !== undefined){
let data102 = data99.step;
if(!((typeof data102 == "number") && (isFinite(data102)))){
const err149 = {instancePath:instancePath+"/progress/step",schemaPath:"#/properties/progress/properties/step/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
if(data99.total !== undefined){
let data103 = data99.total;
if(!((typeof data103 == "number") && (isFinite(data103)))){
const err150 = {instancePath:instancePath+"/progress/total",schemaPath:"#/properties/progress/properties/total/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
}
else {
const err151 = {instancePath:instancePath+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
if(data.needs !== undefined){
let data104 = data.needs;
if(Array.isArray(data104)){
if(data104.length < 1){
const err152 = {instancePath:instancePath+"/needs",schemaPath:"#/properties/needs/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
const len8 = data104.length;
for(let i8=0; i8<len8; i8++){
let data105 = data104[i8];
const _errs253 = errors;
let valid46 = false;
const _errs254 = errors;
if(data105 && typeof data105 == "object" && !Array.isArray(data105)){
if(data105.kind === undefined){
const err153 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/0/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
if(data105.name === undefined){
const err154 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/0/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
if(data105.location === undefined){
const err155 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/0/required",keyword:"required",params:{missingProperty: "location"}};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
if(data105.schema === undefined){
const err156 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/0/required",keyword:"required",params:{missingProperty: "schema"}};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if(data105.required === undefined){
const err157 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/0/required",keyword:"required",params:{missingProperty: "required"}};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
if(data105.question === undefined){
const err158 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/0/required",keyword:"required",params:{missingProperty: "question"}};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
for(const key26 in data105){
if(!(((((((key26 === "kind") || (key26 === "name")) || (key26 === "location")) || (key26 === "schema")) || (key26 === "required")) || (key26 === "question")) || (key26 === "extra"))){
const err159 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key26}};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
if(data105.kind !== undefined){
let data106 = data105.kind;
if(typeof data106 !== "string"){
const err160 = {instancePath:instancePath+"/needs/" + i8+"/kind",schemaPath:"#/properties/needs/items/anyOf/0/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
if("input" !== data106){
const err161 = {instancePath:instancePath+"/needs/" + i8+"/kind",schemaPath:"#/properties/needs/items/anyOf/0/properties/kind/const",keyword:"const",params:{allowedValue: "input"}};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
if(data105.name !== undefined){
if(typeof data105.name !== "string"){
const err162 = {instancePath:instancePath+"/needs/" + i8+"/name",schemaPath:"#/properties/needs/items/anyOf/0/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
}
if(data105.location !== undefined){
let data108 = data105.location;
if(!((((data108 === "body") || (data108 === "query")) || (data108 === "path")) || (data108 === "header"))){
const err163 = {instancePath:instancePath+"/needs/" + i8+"/location",schemaPath:"#/properties/needs/items/anyOf/0/properties/location/enum",keyword:"enum",params:{allowedValues: schema37.properties.needs.items.anyOf[0].properties.location.enum}};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
if(data105.schema !== undefined){
let data109 = data105.schema;
if(!(data109 && typeof data109 == "object" && !Array.isArray(data109))){
const err164 = {instancePath:instancePath+"/needs/" + i8+"/schema",schemaPath:"#/properties/needs/items/anyOf/0/properties/schema/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
if(data105.required !== undefined){
if(typeof data105.required !== "boolean"){
const err165 = {instancePath:instancePath+"/needs/" + i8+"/required",schemaPath:"#/properties/needs/items/anyOf/0/properties/required/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
}
if(data105.question !== undefined){
if(typeof data105.question !== "string"){
const err166 = {instancePath:instancePath+"/needs/" + i8+"/question",schemaPath:"#/properties/needs/items/anyOf/0/properties/question/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
}
if(data105.extra !== undefined){
let data112 = data105.extra;
if(data112 && typeof data112 == "object" && !Array.isArray(data112)){
for(const key27 in data112){
let data113 = data112[key27];
if(!(data113 && typeof data113 == "object" && !Array.isArray(data113))){
const err167 = {instancePath:instancePath+"/needs/" + i8+"/extra/" + key27.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/needs/items/anyOf/0/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
}
else {
const err168 = {instancePath:instancePath+"/needs/" + i8+"/extra",schemaPath:"#/properties/needs/items/anyOf/0/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
}
else {
const err169 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
var _valid2 = _errs254 === errors;
valid46 = valid46 || _valid2;
if(_valid2){
var props2 = true;
}
const _errs273 = errors;
if(data105 && typeof data105 == "object" && !Array.isArray(data105)){
if(data105.kind === undefined){
const err170 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/1/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
if(data105.question === undefined){
const err171 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/1/required",keyword:"required",params:{missingProperty: "question"}};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
for(const key28 in data105){
if(!(((key28 === "kind") || (key28 === "question")) || (key28 === "extra"))){
const err172 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key28}};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
}
if(data105.kind !== undefined){
let data114 = data105.kind;
if(typeof data114 !== "string"){
const err173 = {instancePath:instancePath+"/needs/" + i8+"/kind",schemaPath:"#/properties/needs/items/anyOf/1/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
if("reply" !== data114){
const err174 = {instancePath:instancePath+"/needs/" + i8+"/kind",schemaPath:"#/properties/needs/items/anyOf/1/properties/kind/const",keyword:"const",params:{allowedValue: "reply"}};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
}
if(data105.question !== undefined){
if(typeof data105.question !== "string"){
const err175 = {instancePath:instancePath+"/needs/" + i8+"/question",schemaPath:"#/properties/needs/items/anyOf/1/properties/question/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
if(data105.extra !== undefined){
let data116 = data105.extra;
if(data116 && typeof data116 == "object" && !Array.isArray(data116)){
for(const key29 in data116){
let data117 = data116[key29];
if(!(data117 && typeof data117 == "object" && !Array.isArray(data117))){
const err176 = {instancePath:instancePath+"/needs/" + i8+"/extra/" + key29.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/needs/items/anyOf/1/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
}
else {
const err177 = {instancePath:instancePath+"/needs/" + i8+"/extra",schemaPath:"#/properties/needs/items/anyOf/1/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
}
}
else {
const err178 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
var _valid2 = _errs273 === errors;
valid46 = valid46 || _valid2;
if(_valid2){
if(props2 !== true){
props2 = true;
}
}
const _errs285 = errors;
if(data105 && typeof data105 == "object" && !Array.isArray(data105)){
if(data105.kind === undefined){
const err179 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/2/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
if(data105.key === undefined){
const err180 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/2/required",keyword:"required",params:{missingProperty: "key"}};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
if(data105.action === undefined){
const err181 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/2/required",keyword:"required",params:{missingProperty: "action"}};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
for(const key30 in data105){
if(!((((((key30 === "kind") || (key30 === "key")) || (key30 === "action")) || (key30 === "token")) || (key30 === "expiresAt")) || (key30 === "extra"))){
const err182 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key30}};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
}
if(data105.kind !== undefined){
let data118 = data105.kind;
if(typeof data118 !== "string"){
const err183 = {instancePath:instancePath+"/needs/" + i8+"/kind",schemaPath:"#/properties/needs/items/anyOf/2/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
if("approval" !== data118){
const err184 = {instancePath:instancePath+"/needs/" + i8+"/kind",schemaPath:"#/properties/needs/items/anyOf/2/properties/kind/const",keyword:"const",params:{allowedValue: "approval"}};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
}
if(data105.key !== undefined){
if(typeof data105.key !== "string"){
const err185 = {instancePath:instancePath+"/needs/" + i8+"/key",schemaPath:"#/properties/needs/items/anyOf/2/properties/key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
}
if(data105.action !== undefined){
if(typeof data105.action !== "string"){
const err186 = {instancePath:instancePath+"/needs/" + i8+"/action",schemaPath:"#/properties/needs/items/anyOf/2/properties/action/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
}
if(data105.token !== undefined){
if(typeof data105.token !== "string"){
const err187 = {instancePath:instancePath+"/needs/" + i8+"/token",schemaPath:"#/properties/needs/items/anyOf/2/properties/token/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
if(data105.expiresAt !== undefined){
if(typeof data105.expiresAt !== "string"){
const err188 = {instancePath:instancePath+"/needs/" + i8+"/expiresAt",schemaPath:"#/properties/needs/items/anyOf/2/properties/expiresAt/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
}
if(data105.extra !== undefined){
let data123 = data105.extra;
if(data123 && typeof data123 == "object" && !Array.isArray(data123)){
for(const key31 in data123){
let data124 = data123[key31];
if(!(data124 && typeof data124 == "object" && !Array.isArray(data124))){
const err189 = {instancePath:instancePath+"/needs/" + i8+"/extra/" + key31.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/needs/items/anyOf/2/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
}
}
else {
const err190 = {instancePath:instancePath+"/needs/" + i8+"/extra",schemaPath:"#/properties/needs/items/anyOf/2/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
}
}
else {
const err191 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
var _valid2 = _errs285 === errors;
valid46 = valid46 || _valid2;
if(_valid2){
if(props2 !== true){
props2 = true;
}
}
const _errs303 = errors;
if(data105 && typeof data105 == "object" && !Array.isArray(data105)){
if(data105.kind === undefined){
const err192 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/3/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
for(const key32 in data105){
if(!((((key32 === "kind") || (key32 === "url")) || (key32 === "scheme")) || (key32 === "extra"))){
const err193 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/3/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key32}};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
if(data105.kind !== undefined){
let data125 = data105.kind;
if(typeof data125 !== "string"){
const err194 = {instancePath:instancePath+"/needs/" + i8+"/kind",schemaPath:"#/properties/needs/items/anyOf/3/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
if("credentials" !== data125){
const err195 = {instancePath:instancePath+"/needs/" + i8+"/kind",schemaPath:"#/properties/needs/items/anyOf/3/properties/kind/const",keyword:"const",params:{allowedValue: "credentials"}};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
if(data105.url !== undefined){
if(typeof data105.url !== "string"){
const err196 = {instancePath:instancePath+"/needs/" + i8+"/url",schemaPath:"#/properties/needs/items/anyOf/3/properties/url/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
}
if(data105.scheme !== undefined){
if(typeof data105.scheme !== "string"){
const err197 = {instancePath:instancePath+"/needs/" + i8+"/scheme",schemaPath:"#/properties/needs/items/anyOf/3/properties/scheme/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
}
if(data105.extra !== undefined){
let data128 = data105.extra;
if(data128 && typeof data128 == "object" && !Array.isArray(data128)){
for(const key33 in data128){
let data129 = data128[key33];
if(!(data129 && typeof data129 == "object" && !Array.isArray(data129))){
const err198 = {instancePath:instancePath+"/needs/" + i8+"/extra/" + key33.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/needs/items/anyOf/3/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
}
else {
const err199 = {instancePath:instancePath+"/needs/" + i8+"/extra",schemaPath:"#/properties/needs/items/anyOf/3/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
}
}
else {
const err200 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf/3/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
var _valid2 = _errs303 === errors;
valid46 = valid46 || _valid2;
if(_valid2){
if(props2 !== true){
props2 = true;
}
}
if(!valid46){
const err201 = {instancePath:instancePath+"/needs/" + i8,schemaPath:"#/properties/needs/items/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
else {
errors = _errs253;
if(vErrors !== null){
if(_errs253){
vErrors.length = _errs253;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err202 = {instancePath:instancePath+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
}
if(data.status !== undefined){
if(typeof data.status !== "string"){
const err203 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
}
if(data.fault !== undefined){
let data131 = data.fault;
if(data131 && typeof data131 == "object" && !Array.isArray(data131)){
for(const key34 in data131){
if(!((((((((key34 === "category") || (key34 === "code")) || (key34 === "message")) || (key34 === "detail")) || (key34 === "began")) || (key34 === "resourceId")) || (key34 === "details")) || (key34 === "issues"))){
const err204 = {instancePath:instancePath+"/fault",schemaPath:"#/properties/fault/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key34}};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
}
if(data131.category !== undefined){
let data132 = data131.category;
if(!(((((((((((((data132 === "invalid") || (data132 === "unauthenticated")) || (data132 === "forbidden")) || (data132 === "license-blocked")) || (data132 === "not-found")) || (data132 === "conflict")) || (data132 === "rate-limited")) || (data132 === "quota-exceeded")) || (data132 === "dependency")) || (data132 === "timeout")) || (data132 === "integrity")) || (data132 === "unavailable")) || (data132 === "internal"))){
const err205 = {instancePath:instancePath+"/fault/category",schemaPath:"#/properties/fault/properties/category/enum",keyword:"enum",params:{allowedValues: schema37.properties.fault.properties.category.enum}};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
}
if(data131.code !== undefined){
if(typeof data131.code !== "string"){
const err206 = {instancePath:instancePath+"/fault/code",schemaPath:"#/properties/fault/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
}
if(data131.message !== undefined){
if(typeof data131.message !== "string"){
const err207 = {instancePath:instancePath+"/fault/message",schemaPath:"#/properties/fault/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
}
if(data131.detail !== undefined){
if(typeof data131.detail !== "string"){
const err208 = {instancePath:instancePath+"/fault/detail",schemaPath:"#/properties/fault/properties/detail/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
}
if(data131.began !== undefined){
if(typeof data131.began !== "boolean"){
const err209 = {instancePath:instancePath+"/fault/began",schemaPath:"#/properties/fault/properties/began/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
}
if(data131.resourceId !== undefined){
let data137 = data131.resourceId;
if((typeof data137 !== "string") && (data137 !== null)){
const err210 = {instancePath:instancePath+"/fault/resourceId",schemaPath:"#/properties/fault/properties/resourceId/type",keyword:"type",params:{type: schema37.properties.fault.properties.resourceId.type}};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
}
if(data131.details !== undefined){
let data138 = data131.details;
if((!(data138 && typeof data138 == "object" && !Array.isArray(data138))) && (data138 !== null)){
const err211 = {instancePath:instancePath+"/fault/details",schemaPath:"#/properties/fault/properties/details/type",keyword:"type",params:{type: schema37.properties.fault.properties.details.type}};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
if(data131.issues !== undefined){
let data139 = data131.issues;
if(Array.isArray(data139)){
const len9 = data139.length;
for(let i9=0; i9<len9; i9++){
let data140 = data139[i9];
if(data140 && typeof data140 == "object" && !Array.isArray(data140)){
if(data140.pointer === undefined){
const err212 = {instancePath:instancePath+"/fault/issues/" + i9,schemaPath:"#/properties/fault/properties/issues/items/required",keyword:"required",params:{missingProperty: "pointer"}};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
if(data140.message === undefined){
const err213 = {instancePath:instancePath+"/fault/issues/" + i9,schemaPath:"#/properties/fault/properties/issues/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
for(const key35 in data140){
if(!(((((key35 === "pointer") || (key35 === "message")) || (key35 === "keyword")) || (key35 === "location")) || (key35 === "extra"))){
const err214 = {instancePath:instancePath+"/fault/issues/" + i9,schemaPath:"#/properties/fault/properties/issues/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key35}};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
}
if(data140.pointer !== undefined){
if(typeof data140.pointer !== "string"){
const err215 = {instancePath:instancePath+"/fault/issues/" + i9+"/pointer",schemaPath:"#/properties/fault/properties/issues/items/properties/pointer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
}
if(data140.message !== undefined){
if(typeof data140.message !== "string"){
const err216 = {instancePath:instancePath+"/fault/issues/" + i9+"/message",schemaPath:"#/properties/fault/properties/issues/items/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
}
if(data140.keyword !== undefined){
if(typeof data140.keyword !== "string"){
const err217 = {instancePath:instancePath+"/fault/issues/" + i9+"/keyword",schemaPath:"#/properties/fault/properties/issues/items/properties/keyword/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
}
if(data140.location !== undefined){
let data144 = data140.location;
if(!((((data144 === "body") || (data144 === "query")) || (data144 === "path")) || (data144 === "header"))){
const err218 = {instancePath:instancePath+"/fault/issues/" + i9+"/location",schemaPath:"#/properties/fault/properties/issues/items/properties/location/enum",keyword:"enum",params:{allowedValues: schema37.properties.fault.properties.issues.items.properties.location.enum}};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
}
if(data140.extra !== undefined){
let data145 = data140.extra;
if(data145 && typeof data145 == "object" && !Array.isArray(data145)){
for(const key36 in data145){
let data146 = data145[key36];
if(!(data146 && typeof data146 == "object" && !Array.isArray(data146))){
const err219 = {instancePath:instancePath+"/fault/issues/" + i9+"/extra/" + key36.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/fault/properties/issues/items/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
}
}
else {
const err220 = {instancePath:instancePath+"/fault/issues/" + i9+"/extra",schemaPath:"#/properties/fault/properties/issues/items/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
}
}
else {
const err221 = {instancePath:instancePath+"/fault/issues/" + i9,schemaPath:"#/properties/fault/properties/issues/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
}
}
else {
const err222 = {instancePath:instancePath+"/fault/issues",schemaPath:"#/properties/fault/properties/issues/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
}
}
else {
const err223 = {instancePath:instancePath+"/fault",schemaPath:"#/properties/fault/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
}
if(data.exchange !== undefined){
let data147 = data.exchange;
if(data147 && typeof data147 == "object" && !Array.isArray(data147)){
for(const key37 in data147){
if(!(((key37 === "operation") || (key37 === "query")) || (key37 === "billing"))){
const err224 = {instancePath:instancePath+"/exchange",schemaPath:"#/properties/exchange/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key37}};
if(vErrors === null){
vErrors = [err224];
}
else {
vErrors.push(err224);
}
errors++;
}
}
if(data147.operation !== undefined){
if(typeof data147.operation !== "string"){
const err225 = {instancePath:instancePath+"/exchange/operation",schemaPath:"#/properties/exchange/properties/operation/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
}
if(data147.query !== undefined){
let data149 = data147.query;
if(data149 && typeof data149 == "object" && !Array.isArray(data149)){
for(const key38 in data149){
if(!((((key38 === "input") || (key38 === "filters")) || (key38 === "unparsed")) || (key38 === "extra"))){
const err226 = {instancePath:instancePath+"/exchange/query",schemaPath:"#/properties/exchange/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key38}};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
}
if(data149.input !== undefined){
let data150 = data149.input;
if(!(data150 && typeof data150 == "object" && !Array.isArray(data150))){
const err227 = {instancePath:instancePath+"/exchange/query/input",schemaPath:"#/properties/exchange/properties/query/properties/input/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
}
if(data149.filters !== undefined){
let data151 = data149.filters;
if(!(data151 && typeof data151 == "object" && !Array.isArray(data151))){
const err228 = {instancePath:instancePath+"/exchange/query/filters",schemaPath:"#/properties/exchange/properties/query/properties/filters/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
}
if(data149.unparsed !== undefined){
let data152 = data149.unparsed;
if(Array.isArray(data152)){
const len10 = data152.length;
for(let i10=0; i10<len10; i10++){
if(typeof data152[i10] !== "string"){
const err229 = {instancePath:instancePath+"/exchange/query/unparsed/" + i10,schemaPath:"#/properties/exchange/properties/query/properties/unparsed/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
}
}
else {
const err230 = {instancePath:instancePath+"/exchange/query/unparsed",schemaPath:"#/properties/exchange/properties/query/properties/unparsed/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
}
if(data149.extra !== undefined){
let data154 = data149.extra;
if(data154 && typeof data154 == "object" && !Array.isArray(data154)){
for(const key39 in data154){
let data155 = data154[key39];
if(!(data155 && typeof data155 == "object" && !Array.isArray(data155))){
const err231 = {instancePath:instancePath+"/exchange/query/extra/" + key39.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/exchange/properties/query/properties/extra/additionalProperties/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
}
else {
const err232 = {instancePath:instancePath+"/exchange/query/extra",schemaPath:"#/properties/exchange/properties/query/properties/extra/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
}
}
else {
const err233 = {instancePath:instancePath+"/exchange/query",schemaPath:"#/properties/exchange/properties/query/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
}
if(data147.billing !== undefined){
let data156 = data147.billing;
if(data156 && typeof data156 == "object" && !Array.isArray(data156)){
for(const key40 in data156){
if(!((key40 === "units") || (key40 === "tag"))){
const err234 = {instancePath:instancePath+"/exchange/billing",schemaPath:"#/properties/exchange/properties/billing/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key40}};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
}
if(data156.units !== undefined){
let data157 = data156.units;
if(!((typeof data157 == "number") && (isFinite(data157)))){
const err235 = {instancePath:instancePath+"/exchange/billing/units",schemaPath:"#/properties/exchange/properties/billing/properties/units/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
if(data156.tag !== undefined){
if(typeof data156.tag !== "string"){
const err236 = {instancePath:instancePath+"/exchange/billing/tag",schemaPath:"#/properties/exchange/properties/billing/properties/tag/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
}
}
else {
const err237 = {instancePath:instancePath+"/exchange/billing",schemaPath:"#/properties/exchange/properties/billing/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
}
}
else {
const err238 = {instancePath:instancePath+"/exchange",schemaPath:"#/properties/exchange/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
}
}
else {
const err239 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err239];
}
else {
vErrors.push(err239);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const check7 = validate27;
const schema38 = {"title":"Webhook payload","type":"object","required":["idempotency_key","operation_id","task_id","task_type","status","timestamp"],"properties":{"idempotency_key":{"type":"string","pattern":"^[A-Za-z0-9_.:-]{16,255}$","rule":"adcp/webhook"},"operation_id":{"type":"string","rule":"adcp/webhook"},"task_id":{"type":"string","rule":"adcp/webhook"},"task_type":{"enum":["create_media_buy","update_media_buy","sync_creatives","activate_signal","get_signals","create_property_list","update_property_list","get_property_list","list_property_lists","delete_property_list","sync_accounts","get_account_financials","get_creative_delivery","sync_event_sources","sync_audiences","sync_catalogs","log_event","get_brand_identity","search_brands","get_rights","acquire_rights"],"rule":"adcp/task-type"},"status":{"enum":["submitted","working","input-required","completed","canceled","failed","rejected","auth-required","unknown"],"rule":"adcp/status"},"timestamp":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/webhook"},"notification_id":{"type":"string","pattern":"^[A-Za-z0-9_.:-]{1,255}$","rule":"adcp/webhook"},"protocol":{"enum":["media-buy","signals","governance","creative","brand","sponsored-intelligence","measurement"],"rule":"adcp/protocol"},"message":{"type":"string","rule":"adcp/webhook"},"context_id":{"type":"string","rule":"adcp/webhook"},"token":{"type":"string","rule":"adcp/webhook"},"context":{"type":"object","rule":"adcp/context"},"result":{"type":"object","rule":"adcp/webhook"}},"rule":"adcp/webhook"};

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
if(data.idempotency_key === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "idempotency_key"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.operation_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "operation_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.task_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task_id"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.task_type === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task_type"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.status === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.timestamp === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "timestamp"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.idempotency_key !== undefined){
let data0 = data.idempotency_key;
if(typeof data0 === "string"){
if(!pattern22.test(data0)){
const err6 = {instancePath:instancePath+"/idempotency_key",schemaPath:"#/properties/idempotency_key/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{16,255}$"}};
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
const err7 = {instancePath:instancePath+"/idempotency_key",schemaPath:"#/properties/idempotency_key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.operation_id !== undefined){
if(typeof data.operation_id !== "string"){
const err8 = {instancePath:instancePath+"/operation_id",schemaPath:"#/properties/operation_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err9 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.task_type !== undefined){
let data3 = data.task_type;
if(!(((((((((((((((((((((data3 === "create_media_buy") || (data3 === "update_media_buy")) || (data3 === "sync_creatives")) || (data3 === "activate_signal")) || (data3 === "get_signals")) || (data3 === "create_property_list")) || (data3 === "update_property_list")) || (data3 === "get_property_list")) || (data3 === "list_property_lists")) || (data3 === "delete_property_list")) || (data3 === "sync_accounts")) || (data3 === "get_account_financials")) || (data3 === "get_creative_delivery")) || (data3 === "sync_event_sources")) || (data3 === "sync_audiences")) || (data3 === "sync_catalogs")) || (data3 === "log_event")) || (data3 === "get_brand_identity")) || (data3 === "search_brands")) || (data3 === "get_rights")) || (data3 === "acquire_rights"))){
const err10 = {instancePath:instancePath+"/task_type",schemaPath:"#/properties/task_type/enum",keyword:"enum",params:{allowedValues: schema38.properties.task_type.enum}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.status !== undefined){
let data4 = data.status;
if(!(((((((((data4 === "submitted") || (data4 === "working")) || (data4 === "input-required")) || (data4 === "completed")) || (data4 === "canceled")) || (data4 === "failed")) || (data4 === "rejected")) || (data4 === "auth-required")) || (data4 === "unknown"))){
const err11 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema38.properties.status.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.timestamp !== undefined){
let data5 = data.timestamp;
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err12 = {instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.notification_id !== undefined){
let data6 = data.notification_id;
if(typeof data6 === "string"){
if(!pattern8.test(data6)){
const err14 = {instancePath:instancePath+"/notification_id",schemaPath:"#/properties/notification_id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,255}$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/notification_id",schemaPath:"#/properties/notification_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.protocol !== undefined){
let data7 = data.protocol;
if(!(((((((data7 === "media-buy") || (data7 === "signals")) || (data7 === "governance")) || (data7 === "creative")) || (data7 === "brand")) || (data7 === "sponsored-intelligence")) || (data7 === "measurement"))){
const err16 = {instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/enum",keyword:"enum",params:{allowedValues: schema38.properties.protocol.enum}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err17 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.context_id !== undefined){
if(typeof data.context_id !== "string"){
const err18 = {instancePath:instancePath+"/context_id",schemaPath:"#/properties/context_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.token !== undefined){
if(typeof data.token !== "string"){
const err19 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.context !== undefined){
let data11 = data.context;
if(!(data11 && typeof data11 == "object" && !Array.isArray(data11))){
const err20 = {instancePath:instancePath+"/context",schemaPath:"#/properties/context/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.result !== undefined){
let data12 = data.result;
if(!(data12 && typeof data12 == "object" && !Array.isArray(data12))){
const err21 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"idempotency_key":true,"operation_id":true,"task_id":true,"task_type":true,"status":true,"timestamp":true,"notification_id":true,"protocol":true,"message":true,"context_id":true,"token":true,"context":true,"result":true},"dynamicProps":false,"dynamicItems":false};

export const check8 = validate28;
const schema39 = {"title":"Progress of a working task","type":"object","properties":{"percentage":{"type":"number","minimum":0,"maximum":100,"rule":"adcp/progress"},"current_step":{"type":"string","rule":"adcp/progress"},"total_steps":{"type":"integer","minimum":1,"rule":"adcp/progress"},"step_number":{"type":"integer","minimum":1,"rule":"adcp/progress"}},"rule":"adcp/progress"};

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
if(data.percentage !== undefined){
let data0 = data.percentage;
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err0 = {instancePath:instancePath+"/percentage",schemaPath:"#/properties/percentage/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/percentage",schemaPath:"#/properties/percentage/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/percentage",schemaPath:"#/properties/percentage/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.current_step !== undefined){
if(typeof data.current_step !== "string"){
const err3 = {instancePath:instancePath+"/current_step",schemaPath:"#/properties/current_step/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.total_steps !== undefined){
let data2 = data.total_steps;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err4 = {instancePath:instancePath+"/total_steps",schemaPath:"#/properties/total_steps/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 1 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/total_steps",schemaPath:"#/properties/total_steps/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
if(data.step_number !== undefined){
let data3 = data.step_number;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err6 = {instancePath:instancePath+"/step_number",schemaPath:"#/properties/step_number/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 1 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/step_number",schemaPath:"#/properties/step_number/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":{"percentage":true,"current_step":true,"total_steps":true,"step_number":true},"dynamicProps":false,"dynamicItems":false};

export const check9 = validate29;
const schema40 = {"title":"Asking for a task","type":"object","required":["task_id"],"properties":{"task_id":{"type":"string","rule":"adcp/tasks-get"},"include_history":{"type":"boolean","rule":"adcp/tasks-get"},"include_result":{"type":"boolean","rule":"adcp/tasks-get"},"context":{"type":"object","rule":"adcp/context"},"ext":{"type":"object","rule":"adcp/envelope"}},"rule":"adcp/tasks-get"};

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
if(data.task_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err1 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.include_history !== undefined){
if(typeof data.include_history !== "boolean"){
const err2 = {instancePath:instancePath+"/include_history",schemaPath:"#/properties/include_history/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.include_result !== undefined){
if(typeof data.include_result !== "boolean"){
const err3 = {instancePath:instancePath+"/include_result",schemaPath:"#/properties/include_result/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.context !== undefined){
let data3 = data.context;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err4 = {instancePath:instancePath+"/context",schemaPath:"#/properties/context/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.ext !== undefined){
let data4 = data.ext;
if(!(data4 && typeof data4 == "object" && !Array.isArray(data4))){
const err5 = {instancePath:instancePath+"/ext",schemaPath:"#/properties/ext/type",keyword:"type",params:{type: "object"}};
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
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":{"task_id":true,"include_history":true,"include_result":true,"context":true,"ext":true},"dynamicProps":false,"dynamicItems":false};

export const check10 = validate30;
const schema41 = {"title":"The answer about a task","type":"object","required":["task_id","task_type","protocol","status","created_at","updated_at"],"properties":{"task_id":{"type":"string","rule":"adcp/tasks-get"},"task_type":{"enum":["create_media_buy","update_media_buy","sync_creatives","activate_signal","get_signals","create_property_list","update_property_list","get_property_list","list_property_lists","delete_property_list","sync_accounts","get_account_financials","get_creative_delivery","sync_event_sources","sync_audiences","sync_catalogs","log_event","get_brand_identity","search_brands","get_rights","acquire_rights"],"rule":"adcp/task-type"},"protocol":{"enum":["media-buy","signals","governance","creative","brand","sponsored-intelligence","measurement"],"rule":"adcp/protocol"},"status":{"enum":["submitted","working","input-required","completed","canceled","failed","rejected","auth-required","unknown"],"rule":"adcp/status"},"created_at":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-get"},"updated_at":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-get"},"completed_at":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-get"},"has_webhook":{"type":"boolean","rule":"adcp/tasks-get"},"progress":{"type":"object","properties":{"percentage":{"type":"number","minimum":0,"maximum":100,"rule":"adcp/progress"},"current_step":{"type":"string","rule":"adcp/progress"},"total_steps":{"type":"integer","minimum":1,"rule":"adcp/progress"},"step_number":{"type":"integer","minimum":1,"rule":"adcp/progress"}},"rule":"adcp/progress"},"error":{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","rule":"adcp/tasks-get"},"message":{"type":"string","rule":"adcp/tasks-get"},"details":{"type":"object","rule":"adcp/tasks-get"}},"rule":"adcp/tasks-get"},"history":{"type":"array","items":{"type":"object","required":["timestamp","type","data"],"properties":{"timestamp":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-get"},"type":{"enum":["request","response"],"rule":"adcp/tasks-get"},"data":{"type":"object","rule":"adcp/tasks-get"}},"rule":"adcp/tasks-get"},"rule":"adcp/tasks-get"},"result":{"type":"object","rule":"adcp/tasks-get"}},"rule":"adcp/tasks-get"};

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
if(data.task_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task_id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.task_type === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task_type"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.protocol === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "protocol"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.status === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.created_at === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.updated_at === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err6 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.task_type !== undefined){
let data1 = data.task_type;
if(!(((((((((((((((((((((data1 === "create_media_buy") || (data1 === "update_media_buy")) || (data1 === "sync_creatives")) || (data1 === "activate_signal")) || (data1 === "get_signals")) || (data1 === "create_property_list")) || (data1 === "update_property_list")) || (data1 === "get_property_list")) || (data1 === "list_property_lists")) || (data1 === "delete_property_list")) || (data1 === "sync_accounts")) || (data1 === "get_account_financials")) || (data1 === "get_creative_delivery")) || (data1 === "sync_event_sources")) || (data1 === "sync_audiences")) || (data1 === "sync_catalogs")) || (data1 === "log_event")) || (data1 === "get_brand_identity")) || (data1 === "search_brands")) || (data1 === "get_rights")) || (data1 === "acquire_rights"))){
const err7 = {instancePath:instancePath+"/task_type",schemaPath:"#/properties/task_type/enum",keyword:"enum",params:{allowedValues: schema41.properties.task_type.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.protocol !== undefined){
let data2 = data.protocol;
if(!(((((((data2 === "media-buy") || (data2 === "signals")) || (data2 === "governance")) || (data2 === "creative")) || (data2 === "brand")) || (data2 === "sponsored-intelligence")) || (data2 === "measurement"))){
const err8 = {instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/enum",keyword:"enum",params:{allowedValues: schema41.properties.protocol.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.status !== undefined){
let data3 = data.status;
if(!(((((((((data3 === "submitted") || (data3 === "working")) || (data3 === "input-required")) || (data3 === "completed")) || (data3 === "canceled")) || (data3 === "failed")) || (data3 === "rejected")) || (data3 === "auth-required")) || (data3 === "unknown"))){
const err9 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema41.properties.status.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.created_at !== undefined){
let data4 = data.created_at;
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err10 = {instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
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
const err11 = {instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data5 = data.updated_at;
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err12 = {instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.completed_at !== undefined){
let data6 = data.completed_at;
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
const err14 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/completed_at",schemaPath:"#/properties/completed_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.has_webhook !== undefined){
if(typeof data.has_webhook !== "boolean"){
const err16 = {instancePath:instancePath+"/has_webhook",schemaPath:"#/properties/has_webhook/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.progress !== undefined){
let data8 = data.progress;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.percentage !== undefined){
let data9 = data8.percentage;
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 100 || isNaN(data9)){
const err17 = {instancePath:instancePath+"/progress/percentage",schemaPath:"#/properties/progress/properties/percentage/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err18 = {instancePath:instancePath+"/progress/percentage",schemaPath:"#/properties/progress/properties/percentage/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/progress/percentage",schemaPath:"#/properties/progress/properties/percentage/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data8.current_step !== undefined){
if(typeof data8.current_step !== "string"){
const err20 = {instancePath:instancePath+"/progress/current_step",schemaPath:"#/properties/progress/properties/current_step/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data8.total_steps !== undefined){
let data11 = data8.total_steps;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err21 = {instancePath:instancePath+"/progress/total_steps",schemaPath:"#/properties/progress/properties/total_steps/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 1 || isNaN(data11)){
const err22 = {instancePath:instancePath+"/progress/total_steps",schemaPath:"#/properties/progress/properties/total_steps/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data8.step_number !== undefined){
let data12 = data8.step_number;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err23 = {instancePath:instancePath+"/progress/step_number",schemaPath:"#/properties/progress/properties/step_number/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 1 || isNaN(data12)){
const err24 = {instancePath:instancePath+"/progress/step_number",schemaPath:"#/properties/progress/properties/step_number/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
}
else {
const err25 = {instancePath:instancePath+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.error !== undefined){
let data13 = data.error;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.code === undefined){
const err26 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data13.message === undefined){
const err27 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data13.code !== undefined){
if(typeof data13.code !== "string"){
const err28 = {instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data13.message !== undefined){
if(typeof data13.message !== "string"){
const err29 = {instancePath:instancePath+"/error/message",schemaPath:"#/properties/error/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data13.details !== undefined){
let data16 = data13.details;
if(!(data16 && typeof data16 == "object" && !Array.isArray(data16))){
const err30 = {instancePath:instancePath+"/error/details",schemaPath:"#/properties/error/properties/details/type",keyword:"type",params:{type: "object"}};
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
const err31 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.history !== undefined){
let data17 = data.history;
if(Array.isArray(data17)){
const len0 = data17.length;
for(let i0=0; i0<len0; i0++){
let data18 = data17[i0];
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.timestamp === undefined){
const err32 = {instancePath:instancePath+"/history/" + i0,schemaPath:"#/properties/history/items/required",keyword:"required",params:{missingProperty: "timestamp"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data18.type === undefined){
const err33 = {instancePath:instancePath+"/history/" + i0,schemaPath:"#/properties/history/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data18.data === undefined){
const err34 = {instancePath:instancePath+"/history/" + i0,schemaPath:"#/properties/history/items/required",keyword:"required",params:{missingProperty: "data"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data18.timestamp !== undefined){
let data19 = data18.timestamp;
if(typeof data19 === "string"){
if(!pattern4.test(data19)){
const err35 = {instancePath:instancePath+"/history/" + i0+"/timestamp",schemaPath:"#/properties/history/items/properties/timestamp/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/history/" + i0+"/timestamp",schemaPath:"#/properties/history/items/properties/timestamp/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data18.type !== undefined){
let data20 = data18.type;
if(!((data20 === "request") || (data20 === "response"))){
const err37 = {instancePath:instancePath+"/history/" + i0+"/type",schemaPath:"#/properties/history/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema41.properties.history.items.properties.type.enum}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data18.data !== undefined){
let data21 = data18.data;
if(!(data21 && typeof data21 == "object" && !Array.isArray(data21))){
const err38 = {instancePath:instancePath+"/history/" + i0+"/data",schemaPath:"#/properties/history/items/properties/data/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/history/" + i0,schemaPath:"#/properties/history/items/type",keyword:"type",params:{type: "object"}};
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
const err40 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.result !== undefined){
let data22 = data.result;
if(!(data22 && typeof data22 == "object" && !Array.isArray(data22))){
const err41 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/type",keyword:"type",params:{type: "object"}};
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
const err42 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":{"task_id":true,"task_type":true,"protocol":true,"status":true,"created_at":true,"updated_at":true,"completed_at":true,"has_webhook":true,"progress":true,"error":true,"history":true,"result":true},"dynamicProps":false,"dynamicItems":false};

export const check11 = validate31;
const schema42 = {"title":"Asking for tasks","type":"object","properties":{"filters":{"type":"object","properties":{"protocol":{"enum":["media-buy","signals","governance","creative","brand","sponsored-intelligence","measurement"],"rule":"adcp/protocol"},"protocols":{"type":"array","items":{"enum":["media-buy","signals","governance","creative","brand","sponsored-intelligence","measurement"],"rule":"adcp/protocol"},"minItems":1,"rule":"adcp/tasks-list"},"status":{"enum":["submitted","working","input-required","completed","canceled","failed","rejected","auth-required","unknown"],"rule":"adcp/status"},"statuses":{"type":"array","items":{"enum":["submitted","working","input-required","completed","canceled","failed","rejected","auth-required","unknown"],"rule":"adcp/status"},"minItems":1,"rule":"adcp/tasks-list"},"task_type":{"enum":["create_media_buy","update_media_buy","sync_creatives","activate_signal","get_signals","create_property_list","update_property_list","get_property_list","list_property_lists","delete_property_list","sync_accounts","get_account_financials","get_creative_delivery","sync_event_sources","sync_audiences","sync_catalogs","log_event","get_brand_identity","search_brands","get_rights","acquire_rights"],"rule":"adcp/task-type"},"task_types":{"type":"array","items":{"enum":["create_media_buy","update_media_buy","sync_creatives","activate_signal","get_signals","create_property_list","update_property_list","get_property_list","list_property_lists","delete_property_list","sync_accounts","get_account_financials","get_creative_delivery","sync_event_sources","sync_audiences","sync_catalogs","log_event","get_brand_identity","search_brands","get_rights","acquire_rights"],"rule":"adcp/task-type"},"minItems":1,"rule":"adcp/tasks-list"},"created_after":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-list"},"created_before":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-list"},"updated_after":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-list"},"updated_before":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-list"},"task_ids":{"type":"array","items":{"type":"string","rule":"adcp/tasks-list"},"minItems":1,"maxItems":100,"rule":"adcp/tasks-list"},"context_contains":{"type":"string","rule":"adcp/tasks-list"},"has_webhook":{"type":"boolean","rule":"adcp/tasks-list"}},"rule":"adcp/tasks-list"},"sort":{"type":"object","properties":{"field":{"enum":["created_at","updated_at","status","task_type","protocol"],"rule":"adcp/tasks-list"},"direction":{"enum":["asc","desc"],"rule":"adcp/tasks-list"}},"rule":"adcp/tasks-list"},"pagination":{"type":"object","rule":"adcp/tasks-list"},"include_history":{"type":"boolean","rule":"adcp/tasks-list"},"context":{"type":"object","rule":"adcp/context"},"ext":{"type":"object","rule":"adcp/envelope"}},"rule":"adcp/tasks-list"};

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
if(data.filters !== undefined){
let data0 = data.filters;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.protocol !== undefined){
let data1 = data0.protocol;
if(!(((((((data1 === "media-buy") || (data1 === "signals")) || (data1 === "governance")) || (data1 === "creative")) || (data1 === "brand")) || (data1 === "sponsored-intelligence")) || (data1 === "measurement"))){
const err0 = {instancePath:instancePath+"/filters/protocol",schemaPath:"#/properties/filters/properties/protocol/enum",keyword:"enum",params:{allowedValues: schema42.properties.filters.properties.protocol.enum}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data0.protocols !== undefined){
let data2 = data0.protocols;
if(Array.isArray(data2)){
if(data2.length < 1){
const err1 = {instancePath:instancePath+"/filters/protocols",schemaPath:"#/properties/filters/properties/protocols/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(!(((((((data3 === "media-buy") || (data3 === "signals")) || (data3 === "governance")) || (data3 === "creative")) || (data3 === "brand")) || (data3 === "sponsored-intelligence")) || (data3 === "measurement"))){
const err2 = {instancePath:instancePath+"/filters/protocols/" + i0,schemaPath:"#/properties/filters/properties/protocols/items/enum",keyword:"enum",params:{allowedValues: schema42.properties.filters.properties.protocols.items.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/filters/protocols",schemaPath:"#/properties/filters/properties/protocols/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.status !== undefined){
let data4 = data0.status;
if(!(((((((((data4 === "submitted") || (data4 === "working")) || (data4 === "input-required")) || (data4 === "completed")) || (data4 === "canceled")) || (data4 === "failed")) || (data4 === "rejected")) || (data4 === "auth-required")) || (data4 === "unknown"))){
const err4 = {instancePath:instancePath+"/filters/status",schemaPath:"#/properties/filters/properties/status/enum",keyword:"enum",params:{allowedValues: schema42.properties.filters.properties.status.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.statuses !== undefined){
let data5 = data0.statuses;
if(Array.isArray(data5)){
if(data5.length < 1){
const err5 = {instancePath:instancePath+"/filters/statuses",schemaPath:"#/properties/filters/properties/statuses/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(!(((((((((data6 === "submitted") || (data6 === "working")) || (data6 === "input-required")) || (data6 === "completed")) || (data6 === "canceled")) || (data6 === "failed")) || (data6 === "rejected")) || (data6 === "auth-required")) || (data6 === "unknown"))){
const err6 = {instancePath:instancePath+"/filters/statuses/" + i1,schemaPath:"#/properties/filters/properties/statuses/items/enum",keyword:"enum",params:{allowedValues: schema42.properties.filters.properties.statuses.items.enum}};
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
const err7 = {instancePath:instancePath+"/filters/statuses",schemaPath:"#/properties/filters/properties/statuses/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data0.task_type !== undefined){
let data7 = data0.task_type;
if(!(((((((((((((((((((((data7 === "create_media_buy") || (data7 === "update_media_buy")) || (data7 === "sync_creatives")) || (data7 === "activate_signal")) || (data7 === "get_signals")) || (data7 === "create_property_list")) || (data7 === "update_property_list")) || (data7 === "get_property_list")) || (data7 === "list_property_lists")) || (data7 === "delete_property_list")) || (data7 === "sync_accounts")) || (data7 === "get_account_financials")) || (data7 === "get_creative_delivery")) || (data7 === "sync_event_sources")) || (data7 === "sync_audiences")) || (data7 === "sync_catalogs")) || (data7 === "log_event")) || (data7 === "get_brand_identity")) || (data7 === "search_brands")) || (data7 === "get_rights")) || (data7 === "acquire_rights"))){
const err8 = {instancePath:instancePath+"/filters/task_type",schemaPath:"#/properties/filters/properties/task_type/enum",keyword:"enum",params:{allowedValues: schema42.properties.filters.properties.task_type.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data0.task_types !== undefined){
let data8 = data0.task_types;
if(Array.isArray(data8)){
if(data8.length < 1){
const err9 = {instancePath:instancePath+"/filters/task_types",schemaPath:"#/properties/filters/properties/task_types/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
if(!(((((((((((((((((((((data9 === "create_media_buy") || (data9 === "update_media_buy")) || (data9 === "sync_creatives")) || (data9 === "activate_signal")) || (data9 === "get_signals")) || (data9 === "create_property_list")) || (data9 === "update_property_list")) || (data9 === "get_property_list")) || (data9 === "list_property_lists")) || (data9 === "delete_property_list")) || (data9 === "sync_accounts")) || (data9 === "get_account_financials")) || (data9 === "get_creative_delivery")) || (data9 === "sync_event_sources")) || (data9 === "sync_audiences")) || (data9 === "sync_catalogs")) || (data9 === "log_event")) || (data9 === "get_brand_identity")) || (data9 === "search_brands")) || (data9 === "get_rights")) || (data9 === "acquire_rights"))){
const err10 = {instancePath:instancePath+"/filters/task_types/" + i2,schemaPath:"#/properties/filters/properties/task_types/items/enum",keyword:"enum",params:{allowedValues: schema42.properties.filters.properties.task_types.items.enum}};
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
else {
const err11 = {instancePath:instancePath+"/filters/task_types",schemaPath:"#/properties/filters/properties/task_types/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data0.created_after !== undefined){
let data10 = data0.created_after;
if(typeof data10 === "string"){
if(!pattern4.test(data10)){
const err12 = {instancePath:instancePath+"/filters/created_after",schemaPath:"#/properties/filters/properties/created_after/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/filters/created_after",schemaPath:"#/properties/filters/properties/created_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data0.created_before !== undefined){
let data11 = data0.created_before;
if(typeof data11 === "string"){
if(!pattern4.test(data11)){
const err14 = {instancePath:instancePath+"/filters/created_before",schemaPath:"#/properties/filters/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/filters/created_before",schemaPath:"#/properties/filters/properties/created_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data0.updated_after !== undefined){
let data12 = data0.updated_after;
if(typeof data12 === "string"){
if(!pattern4.test(data12)){
const err16 = {instancePath:instancePath+"/filters/updated_after",schemaPath:"#/properties/filters/properties/updated_after/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/filters/updated_after",schemaPath:"#/properties/filters/properties/updated_after/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data0.updated_before !== undefined){
let data13 = data0.updated_before;
if(typeof data13 === "string"){
if(!pattern4.test(data13)){
const err18 = {instancePath:instancePath+"/filters/updated_before",schemaPath:"#/properties/filters/properties/updated_before/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/filters/updated_before",schemaPath:"#/properties/filters/properties/updated_before/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data0.task_ids !== undefined){
let data14 = data0.task_ids;
if(Array.isArray(data14)){
if(data14.length > 100){
const err20 = {instancePath:instancePath+"/filters/task_ids",schemaPath:"#/properties/filters/properties/task_ids/maxItems",keyword:"maxItems",params:{limit: 100}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data14.length < 1){
const err21 = {instancePath:instancePath+"/filters/task_ids",schemaPath:"#/properties/filters/properties/task_ids/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
const len3 = data14.length;
for(let i3=0; i3<len3; i3++){
if(typeof data14[i3] !== "string"){
const err22 = {instancePath:instancePath+"/filters/task_ids/" + i3,schemaPath:"#/properties/filters/properties/task_ids/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/filters/task_ids",schemaPath:"#/properties/filters/properties/task_ids/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data0.context_contains !== undefined){
if(typeof data0.context_contains !== "string"){
const err24 = {instancePath:instancePath+"/filters/context_contains",schemaPath:"#/properties/filters/properties/context_contains/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data0.has_webhook !== undefined){
if(typeof data0.has_webhook !== "boolean"){
const err25 = {instancePath:instancePath+"/filters/has_webhook",schemaPath:"#/properties/filters/properties/has_webhook/type",keyword:"type",params:{type: "boolean"}};
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
const err26 = {instancePath:instancePath+"/filters",schemaPath:"#/properties/filters/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.sort !== undefined){
let data18 = data.sort;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.field !== undefined){
let data19 = data18.field;
if(!(((((data19 === "created_at") || (data19 === "updated_at")) || (data19 === "status")) || (data19 === "task_type")) || (data19 === "protocol"))){
const err27 = {instancePath:instancePath+"/sort/field",schemaPath:"#/properties/sort/properties/field/enum",keyword:"enum",params:{allowedValues: schema42.properties.sort.properties.field.enum}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data18.direction !== undefined){
let data20 = data18.direction;
if(!((data20 === "asc") || (data20 === "desc"))){
const err28 = {instancePath:instancePath+"/sort/direction",schemaPath:"#/properties/sort/properties/direction/enum",keyword:"enum",params:{allowedValues: schema42.properties.sort.properties.direction.enum}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.pagination !== undefined){
let data21 = data.pagination;
if(!(data21 && typeof data21 == "object" && !Array.isArray(data21))){
const err30 = {instancePath:instancePath+"/pagination",schemaPath:"#/properties/pagination/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.include_history !== undefined){
if(typeof data.include_history !== "boolean"){
const err31 = {instancePath:instancePath+"/include_history",schemaPath:"#/properties/include_history/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.context !== undefined){
let data23 = data.context;
if(!(data23 && typeof data23 == "object" && !Array.isArray(data23))){
const err32 = {instancePath:instancePath+"/context",schemaPath:"#/properties/context/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.ext !== undefined){
let data24 = data.ext;
if(!(data24 && typeof data24 == "object" && !Array.isArray(data24))){
const err33 = {instancePath:instancePath+"/ext",schemaPath:"#/properties/ext/type",keyword:"type",params:{type: "object"}};
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
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":{"filters":true,"sort":true,"pagination":true,"include_history":true,"context":true,"ext":true},"dynamicProps":false,"dynamicItems":false};

export const check12 = validate32;
const schema43 = {"title":"The answer about tasks","type":"object","required":["query_summary","tasks","pagination"],"properties":{"query_summary":{"type":"object","rule":"adcp/tasks-list"},"tasks":{"type":"array","items":{"type":"object","required":["task_id","task_type","protocol","status","created_at","updated_at"],"properties":{"task_id":{"type":"string","rule":"adcp/tasks-list"},"task_type":{"enum":["create_media_buy","update_media_buy","sync_creatives","activate_signal","get_signals","create_property_list","update_property_list","get_property_list","list_property_lists","delete_property_list","sync_accounts","get_account_financials","get_creative_delivery","sync_event_sources","sync_audiences","sync_catalogs","log_event","get_brand_identity","search_brands","get_rights","acquire_rights"],"rule":"adcp/task-type"},"protocol":{"enum":["media-buy","signals","governance","creative","brand","sponsored-intelligence","measurement"],"rule":"adcp/protocol"},"status":{"enum":["submitted","working","input-required","completed","canceled","failed","rejected","auth-required","unknown"],"rule":"adcp/status"},"created_at":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-list"},"updated_at":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-list"},"completed_at":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/tasks-list"},"has_webhook":{"type":"boolean","rule":"adcp/tasks-list"}},"rule":"adcp/tasks-list"},"rule":"adcp/tasks-list"},"pagination":{"type":"object","rule":"adcp/tasks-list"}},"rule":"adcp/tasks-list"};

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
if(data.query_summary === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query_summary"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.tasks === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tasks"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.pagination === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pagination"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.query_summary !== undefined){
let data0 = data.query_summary;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err3 = {instancePath:instancePath+"/query_summary",schemaPath:"#/properties/query_summary/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.tasks !== undefined){
let data1 = data.tasks;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.task_id === undefined){
const err4 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "task_id"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2.task_type === undefined){
const err5 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "task_type"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.protocol === undefined){
const err6 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "protocol"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.status === undefined){
const err7 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "status"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2.created_at === undefined){
const err8 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "created_at"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2.updated_at === undefined){
const err9 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "updated_at"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data2.task_id !== undefined){
if(typeof data2.task_id !== "string"){
const err10 = {instancePath:instancePath+"/tasks/" + i0+"/task_id",schemaPath:"#/properties/tasks/items/properties/task_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data2.task_type !== undefined){
let data4 = data2.task_type;
if(!(((((((((((((((((((((data4 === "create_media_buy") || (data4 === "update_media_buy")) || (data4 === "sync_creatives")) || (data4 === "activate_signal")) || (data4 === "get_signals")) || (data4 === "create_property_list")) || (data4 === "update_property_list")) || (data4 === "get_property_list")) || (data4 === "list_property_lists")) || (data4 === "delete_property_list")) || (data4 === "sync_accounts")) || (data4 === "get_account_financials")) || (data4 === "get_creative_delivery")) || (data4 === "sync_event_sources")) || (data4 === "sync_audiences")) || (data4 === "sync_catalogs")) || (data4 === "log_event")) || (data4 === "get_brand_identity")) || (data4 === "search_brands")) || (data4 === "get_rights")) || (data4 === "acquire_rights"))){
const err11 = {instancePath:instancePath+"/tasks/" + i0+"/task_type",schemaPath:"#/properties/tasks/items/properties/task_type/enum",keyword:"enum",params:{allowedValues: schema43.properties.tasks.items.properties.task_type.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data2.protocol !== undefined){
let data5 = data2.protocol;
if(!(((((((data5 === "media-buy") || (data5 === "signals")) || (data5 === "governance")) || (data5 === "creative")) || (data5 === "brand")) || (data5 === "sponsored-intelligence")) || (data5 === "measurement"))){
const err12 = {instancePath:instancePath+"/tasks/" + i0+"/protocol",schemaPath:"#/properties/tasks/items/properties/protocol/enum",keyword:"enum",params:{allowedValues: schema43.properties.tasks.items.properties.protocol.enum}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data2.status !== undefined){
let data6 = data2.status;
if(!(((((((((data6 === "submitted") || (data6 === "working")) || (data6 === "input-required")) || (data6 === "completed")) || (data6 === "canceled")) || (data6 === "failed")) || (data6 === "rejected")) || (data6 === "auth-required")) || (data6 === "unknown"))){
const err13 = {instancePath:instancePath+"/tasks/" + i0+"/status",schemaPath:"#/properties/tasks/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema43.properties.tasks.items.properties.status.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data2.created_at !== undefined){
let data7 = data2.created_at;
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err14 = {instancePath:instancePath+"/tasks/" + i0+"/created_at",schemaPath:"#/properties/tasks/items/properties/created_at/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/tasks/" + i0+"/created_at",schemaPath:"#/properties/tasks/items/properties/created_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data2.updated_at !== undefined){
let data8 = data2.updated_at;
if(typeof data8 === "string"){
if(!pattern4.test(data8)){
const err16 = {instancePath:instancePath+"/tasks/" + i0+"/updated_at",schemaPath:"#/properties/tasks/items/properties/updated_at/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/tasks/" + i0+"/updated_at",schemaPath:"#/properties/tasks/items/properties/updated_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data2.completed_at !== undefined){
let data9 = data2.completed_at;
if(typeof data9 === "string"){
if(!pattern4.test(data9)){
const err18 = {instancePath:instancePath+"/tasks/" + i0+"/completed_at",schemaPath:"#/properties/tasks/items/properties/completed_at/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/tasks/" + i0+"/completed_at",schemaPath:"#/properties/tasks/items/properties/completed_at/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data2.has_webhook !== undefined){
if(typeof data2.has_webhook !== "boolean"){
const err20 = {instancePath:instancePath+"/tasks/" + i0+"/has_webhook",schemaPath:"#/properties/tasks/items/properties/has_webhook/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/tasks",schemaPath:"#/properties/tasks/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.pagination !== undefined){
let data11 = data.pagination;
if(!(data11 && typeof data11 == "object" && !Array.isArray(data11))){
const err23 = {instancePath:instancePath+"/pagination",schemaPath:"#/properties/pagination/type",keyword:"type",params:{type: "object"}};
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
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":{"query_summary":true,"tasks":true,"pagination":true},"dynamicProps":false,"dynamicItems":false};

export const check13 = validate33;
const schema44 = {"title":"The answer of get_adcp_capabilities","type":"object","required":["adcp","supported_protocols"],"properties":{"adcp":{"type":"object","properties":{"major_versions":{"type":"array","items":{"type":"integer","minimum":1,"maximum":99,"rule":"adcp/capabilities"},"minItems":1,"rule":"adcp/capabilities"},"supported_versions":{"type":"array","items":{"type":"string","pattern":"^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$","rule":"adcp/version"},"minItems":1,"rule":"adcp/capabilities"},"build_version":{"type":"string","rule":"adcp/capabilities"},"idempotency":{"type":"object","required":["supported"],"properties":{"supported":{"type":"boolean","rule":"adcp/capabilities-idempotency"},"replay_ttl_seconds":{"type":"integer","minimum":3600,"maximum":604800,"rule":"adcp/capabilities-idempotency"},"in_flight_max_seconds":{"type":"integer","minimum":1,"rule":"adcp/capabilities-idempotency"},"account_id_is_opaque":{"type":"boolean","rule":"adcp/capabilities-idempotency"}},"rule":"adcp/capabilities-idempotency"}},"rule":"adcp/capabilities"},"supported_protocols":{"type":"array","items":{"enum":["media_buy","signals","governance","sponsored_intelligence","creative","brand","measurement"],"rule":"adcp/capabilities"},"minItems":1,"rule":"adcp/capabilities"},"specialisms":{"type":"array","items":{"type":"string","rule":"adcp/capabilities"},"rule":"adcp/capabilities"},"experimental_features":{"type":"array","items":{"type":"string","rule":"adcp/capabilities"},"rule":"adcp/capabilities"},"request_signing":{"type":"object","rule":"adcp/capabilities"},"webhook_signing":{"type":"object","rule":"adcp/capabilities"},"identity":{"type":"object","rule":"adcp/capabilities"},"last_updated":{"type":"string","pattern":"^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$","rule":"adcp/capabilities"}},"rule":"adcp/capabilities"};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.adcp === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "adcp"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.supported_protocols === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "supported_protocols"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.adcp !== undefined){
let data0 = data.adcp;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.major_versions !== undefined){
let data1 = data0.major_versions;
if(Array.isArray(data1)){
if(data1.length < 1){
const err2 = {instancePath:instancePath+"/adcp/major_versions",schemaPath:"#/properties/adcp/properties/major_versions/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err3 = {instancePath:instancePath+"/adcp/major_versions/" + i0,schemaPath:"#/properties/adcp/properties/major_versions/items/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 99 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/adcp/major_versions/" + i0,schemaPath:"#/properties/adcp/properties/major_versions/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/adcp/major_versions/" + i0,schemaPath:"#/properties/adcp/properties/major_versions/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
}
else {
const err6 = {instancePath:instancePath+"/adcp/major_versions",schemaPath:"#/properties/adcp/properties/major_versions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data0.supported_versions !== undefined){
let data3 = data0.supported_versions;
if(Array.isArray(data3)){
if(data3.length < 1){
const err7 = {instancePath:instancePath+"/adcp/supported_versions",schemaPath:"#/properties/adcp/properties/supported_versions/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(typeof data4 === "string"){
if(!pattern10.test(data4)){
const err8 = {instancePath:instancePath+"/adcp/supported_versions/" + i1,schemaPath:"#/properties/adcp/properties/supported_versions/items/pattern",keyword:"pattern",params:{pattern: "^\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/adcp/supported_versions/" + i1,schemaPath:"#/properties/adcp/properties/supported_versions/items/type",keyword:"type",params:{type: "string"}};
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
else {
const err10 = {instancePath:instancePath+"/adcp/supported_versions",schemaPath:"#/properties/adcp/properties/supported_versions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data0.build_version !== undefined){
if(typeof data0.build_version !== "string"){
const err11 = {instancePath:instancePath+"/adcp/build_version",schemaPath:"#/properties/adcp/properties/build_version/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data0.idempotency !== undefined){
let data6 = data0.idempotency;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.supported === undefined){
const err12 = {instancePath:instancePath+"/adcp/idempotency",schemaPath:"#/properties/adcp/properties/idempotency/required",keyword:"required",params:{missingProperty: "supported"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data6.supported !== undefined){
if(typeof data6.supported !== "boolean"){
const err13 = {instancePath:instancePath+"/adcp/idempotency/supported",schemaPath:"#/properties/adcp/properties/idempotency/properties/supported/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data6.replay_ttl_seconds !== undefined){
let data8 = data6.replay_ttl_seconds;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err14 = {instancePath:instancePath+"/adcp/idempotency/replay_ttl_seconds",schemaPath:"#/properties/adcp/properties/idempotency/properties/replay_ttl_seconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 604800 || isNaN(data8)){
const err15 = {instancePath:instancePath+"/adcp/idempotency/replay_ttl_seconds",schemaPath:"#/properties/adcp/properties/idempotency/properties/replay_ttl_seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data8 < 3600 || isNaN(data8)){
const err16 = {instancePath:instancePath+"/adcp/idempotency/replay_ttl_seconds",schemaPath:"#/properties/adcp/properties/idempotency/properties/replay_ttl_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 3600}};
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
if(data6.in_flight_max_seconds !== undefined){
let data9 = data6.in_flight_max_seconds;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err17 = {instancePath:instancePath+"/adcp/idempotency/in_flight_max_seconds",schemaPath:"#/properties/adcp/properties/idempotency/properties/in_flight_max_seconds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 1 || isNaN(data9)){
const err18 = {instancePath:instancePath+"/adcp/idempotency/in_flight_max_seconds",schemaPath:"#/properties/adcp/properties/idempotency/properties/in_flight_max_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
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
if(data6.account_id_is_opaque !== undefined){
if(typeof data6.account_id_is_opaque !== "boolean"){
const err19 = {instancePath:instancePath+"/adcp/idempotency/account_id_is_opaque",schemaPath:"#/properties/adcp/properties/idempotency/properties/account_id_is_opaque/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/adcp/idempotency",schemaPath:"#/properties/adcp/properties/idempotency/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/adcp",schemaPath:"#/properties/adcp/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.supported_protocols !== undefined){
let data11 = data.supported_protocols;
if(Array.isArray(data11)){
if(data11.length < 1){
const err22 = {instancePath:instancePath+"/supported_protocols",schemaPath:"#/properties/supported_protocols/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
const len2 = data11.length;
for(let i2=0; i2<len2; i2++){
let data12 = data11[i2];
if(!(((((((data12 === "media_buy") || (data12 === "signals")) || (data12 === "governance")) || (data12 === "sponsored_intelligence")) || (data12 === "creative")) || (data12 === "brand")) || (data12 === "measurement"))){
const err23 = {instancePath:instancePath+"/supported_protocols/" + i2,schemaPath:"#/properties/supported_protocols/items/enum",keyword:"enum",params:{allowedValues: schema44.properties.supported_protocols.items.enum}};
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
else {
const err24 = {instancePath:instancePath+"/supported_protocols",schemaPath:"#/properties/supported_protocols/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.specialisms !== undefined){
let data13 = data.specialisms;
if(Array.isArray(data13)){
const len3 = data13.length;
for(let i3=0; i3<len3; i3++){
if(typeof data13[i3] !== "string"){
const err25 = {instancePath:instancePath+"/specialisms/" + i3,schemaPath:"#/properties/specialisms/items/type",keyword:"type",params:{type: "string"}};
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
const err26 = {instancePath:instancePath+"/specialisms",schemaPath:"#/properties/specialisms/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.experimental_features !== undefined){
let data15 = data.experimental_features;
if(Array.isArray(data15)){
const len4 = data15.length;
for(let i4=0; i4<len4; i4++){
if(typeof data15[i4] !== "string"){
const err27 = {instancePath:instancePath+"/experimental_features/" + i4,schemaPath:"#/properties/experimental_features/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/experimental_features",schemaPath:"#/properties/experimental_features/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.request_signing !== undefined){
let data17 = data.request_signing;
if(!(data17 && typeof data17 == "object" && !Array.isArray(data17))){
const err29 = {instancePath:instancePath+"/request_signing",schemaPath:"#/properties/request_signing/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.webhook_signing !== undefined){
let data18 = data.webhook_signing;
if(!(data18 && typeof data18 == "object" && !Array.isArray(data18))){
const err30 = {instancePath:instancePath+"/webhook_signing",schemaPath:"#/properties/webhook_signing/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.identity !== undefined){
let data19 = data.identity;
if(!(data19 && typeof data19 == "object" && !Array.isArray(data19))){
const err31 = {instancePath:instancePath+"/identity",schemaPath:"#/properties/identity/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.last_updated !== undefined){
let data20 = data.last_updated;
if(typeof data20 === "string"){
if(!pattern4.test(data20)){
const err32 = {instancePath:instancePath+"/last_updated",schemaPath:"#/properties/last_updated/pattern",keyword:"pattern",params:{pattern: "^(?:\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/last_updated",schemaPath:"#/properties/last_updated/type",keyword:"type",params:{type: "string"}};
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
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"props":{"adcp":true,"supported_protocols":true,"specialisms":true,"experimental_features":true,"request_signing":true,"webhook_signing":true,"identity":true,"last_updated":true},"dynamicProps":false,"dynamicItems":false};

const rules = {
  check0: {"#/properties/status":"adcp/status","#/properties/context_id":"adcp/envelope","#/properties/context":"adcp/context","#/properties/task_id":"adcp/envelope","#/properties/message":"adcp/envelope","#/properties/timestamp":"adcp/timestamp","#/properties/replayed":"adcp/envelope","#/properties/adcp_error/properties/code":"adcp/error","#/properties/adcp_error/properties/message":"adcp/error","#/properties/adcp_error/properties/field":"adcp/error-member","#/properties/adcp_error/properties/suggestion":"adcp/error-member","#/properties/adcp_error/properties/retry_after":"adcp/retry-after","#/properties/adcp_error/properties/issues/items/properties/pointer":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/message":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/keyword":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/schemaPath":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/schema_id":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/discriminator/items/properties/property_name":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/discriminator/items/properties/value":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/discriminator/items":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/discriminator":"adcp/issues","#/properties/adcp_error/properties/issues/items":"adcp/issues","#/properties/adcp_error/properties/issues":"adcp/issues","#/properties/adcp_error/properties/details":"adcp/error-member","#/properties/adcp_error/properties/recovery":"adcp/recovery-value","#/properties/adcp_error/properties/source":"adcp/error-member","#/properties/adcp_error/properties/sdk_id":"adcp/error-member","#/properties/adcp_error":"adcp/error","#/properties/errors/items/properties/code":"adcp/error","#/properties/errors/items/properties/message":"adcp/error","#/properties/errors/items/properties/field":"adcp/error-member","#/properties/errors/items/properties/suggestion":"adcp/error-member","#/properties/errors/items/properties/retry_after":"adcp/retry-after","#/properties/errors/items/properties/issues/items/properties/pointer":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/message":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/keyword":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/schemaPath":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/schema_id":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/discriminator/items/properties/property_name":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/discriminator/items/properties/value":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/discriminator/items":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/discriminator":"adcp/issues","#/properties/errors/items/properties/issues/items":"adcp/issues","#/properties/errors/items/properties/issues":"adcp/issues","#/properties/errors/items/properties/details":"adcp/error-member","#/properties/errors/items/properties/recovery":"adcp/recovery-value","#/properties/errors/items/properties/source":"adcp/error-member","#/properties/errors/items/properties/sdk_id":"adcp/error-member","#/properties/errors/items":"adcp/error","#/properties/errors":"adcp/envelope","#/properties/push_notification_config/properties/url":"adcp/push-config","#/properties/push_notification_config/properties/operation_id":"adcp/push-config","#/properties/push_notification_config/properties/token":"adcp/push-config","#/properties/push_notification_config/properties/authentication/properties/schemes/items":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication/properties/schemes":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication/properties/credentials":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication/additionalProperties":"adcp/push-authentication","#/properties/push_notification_config":"adcp/push-config","#/properties/governance_context":"adcp/governance-context","#/properties/payload":"adcp/envelope","#/properties/adcp_version":"adcp/version","#/properties/adcp_major_version":"adcp/version","#/properties/task_status":"adcp/legacy-status","#/properties/response_status":"adcp/legacy-status","#":"adcp/root"},
  check1: {"#/properties/context":"adcp/context","#/properties/task_id":"adcp/envelope","#/properties/message":"adcp/envelope","#/properties/timestamp":"adcp/timestamp","#/properties/replayed":"adcp/envelope","#/properties/adcp_error/properties/code":"adcp/error","#/properties/adcp_error/properties/message":"adcp/error","#/properties/adcp_error/properties/field":"adcp/error-member","#/properties/adcp_error/properties/suggestion":"adcp/error-member","#/properties/adcp_error/properties/retry_after":"adcp/retry-after","#/properties/adcp_error/properties/issues/items/properties/pointer":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/message":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/keyword":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/schemaPath":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/schema_id":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/discriminator/items/properties/property_name":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/discriminator/items/properties/value":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/discriminator/items":"adcp/issues","#/properties/adcp_error/properties/issues/items/properties/discriminator":"adcp/issues","#/properties/adcp_error/properties/issues/items":"adcp/issues","#/properties/adcp_error/properties/issues":"adcp/issues","#/properties/adcp_error/properties/details":"adcp/error-member","#/properties/adcp_error/properties/recovery":"adcp/recovery-value","#/properties/adcp_error/properties/source":"adcp/error-member","#/properties/adcp_error/properties/sdk_id":"adcp/error-member","#/properties/adcp_error":"adcp/error","#/properties/errors/items/properties/code":"adcp/error","#/properties/errors/items/properties/message":"adcp/error","#/properties/errors/items/properties/field":"adcp/error-member","#/properties/errors/items/properties/suggestion":"adcp/error-member","#/properties/errors/items/properties/retry_after":"adcp/retry-after","#/properties/errors/items/properties/issues/items/properties/pointer":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/message":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/keyword":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/schemaPath":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/schema_id":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/discriminator/items/properties/property_name":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/discriminator/items/properties/value":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/discriminator/items":"adcp/issues","#/properties/errors/items/properties/issues/items/properties/discriminator":"adcp/issues","#/properties/errors/items/properties/issues/items":"adcp/issues","#/properties/errors/items/properties/issues":"adcp/issues","#/properties/errors/items/properties/details":"adcp/error-member","#/properties/errors/items/properties/recovery":"adcp/recovery-value","#/properties/errors/items/properties/source":"adcp/error-member","#/properties/errors/items/properties/sdk_id":"adcp/error-member","#/properties/errors/items":"adcp/error","#/properties/errors":"adcp/envelope","#/properties/push_notification_config/properties/url":"adcp/push-config","#/properties/push_notification_config/properties/operation_id":"adcp/push-config","#/properties/push_notification_config/properties/token":"adcp/push-config","#/properties/push_notification_config/properties/authentication/properties/schemes/items":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication/properties/schemes":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication/properties/credentials":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication/additionalProperties":"adcp/push-authentication","#/properties/push_notification_config":"adcp/push-config","#/properties/governance_context":"adcp/governance-context","#/properties/payload":"adcp/envelope","#/properties/adcp_version":"adcp/version","#/properties/adcp_major_version":"adcp/version","#/properties/task_status":"adcp/legacy-status","#/properties/response_status":"adcp/legacy-status","#":"adcp/root"},
  check2: {"#/properties/code":"adcp/error","#/properties/message":"adcp/error","#/properties/field":"adcp/error-member","#/properties/suggestion":"adcp/error-member","#/properties/retry_after":"adcp/retry-after","#/properties/issues/items/properties/pointer":"adcp/issues","#/properties/issues/items/properties/message":"adcp/issues","#/properties/issues/items/properties/keyword":"adcp/issues","#/properties/issues/items/properties/schemaPath":"adcp/issues","#/properties/issues/items/properties/schema_id":"adcp/issues","#/properties/issues/items/properties/discriminator/items/properties/property_name":"adcp/issues","#/properties/issues/items/properties/discriminator/items/properties/value":"adcp/issues","#/properties/issues/items/properties/discriminator/items":"adcp/issues","#/properties/issues/items/properties/discriminator":"adcp/issues","#/properties/issues/items":"adcp/issues","#/properties/issues":"adcp/issues","#/properties/details":"adcp/error-member","#/properties/recovery":"adcp/recovery-value","#/properties/source":"adcp/error-member","#/properties/sdk_id":"adcp/error-member","#":"adcp/error"},
  check3: {"#/items/properties/code":"adcp/error","#/items/properties/message":"adcp/error","#/items/properties/field":"adcp/error-member","#/items/properties/suggestion":"adcp/error-member","#/items/properties/retry_after":"adcp/retry-after","#/items/properties/issues/items/properties/pointer":"adcp/issues","#/items/properties/issues/items/properties/message":"adcp/issues","#/items/properties/issues/items/properties/keyword":"adcp/issues","#/items/properties/issues/items/properties/schemaPath":"adcp/issues","#/items/properties/issues/items/properties/schema_id":"adcp/issues","#/items/properties/issues/items/properties/discriminator/items/properties/property_name":"adcp/issues","#/items/properties/issues/items/properties/discriminator/items/properties/value":"adcp/issues","#/items/properties/issues/items/properties/discriminator/items":"adcp/issues","#/items/properties/issues/items/properties/discriminator":"adcp/issues","#/items/properties/issues/items":"adcp/issues","#/items/properties/issues":"adcp/issues","#/items/properties/details":"adcp/error-member","#/items/properties/recovery":"adcp/recovery-value","#/items/properties/source":"adcp/error-member","#/items/properties/sdk_id":"adcp/error-member","#/items":"adcp/error","#":"adcp/envelope"},
  check4: {"#/properties/url":"adcp/push-config","#/properties/operation_id":"adcp/push-config","#/properties/token":"adcp/push-config","#/properties/authentication/properties/schemes/items":"adcp/push-authentication","#/properties/authentication/properties/schemes":"adcp/push-authentication","#/properties/authentication/properties/credentials":"adcp/push-authentication","#/properties/authentication":"adcp/push-authentication","#/properties/authentication/additionalProperties":"adcp/push-authentication","#":"adcp/push-config"},
  check5: {"#/properties/idempotency_key":"adcp/idempotency-key","#/properties/context":"adcp/context","#/properties/context_id":"adcp/envelope","#/properties/governance_context":"adcp/governance-context","#/properties/push_notification_config/properties/url":"adcp/push-config","#/properties/push_notification_config/properties/operation_id":"adcp/push-config","#/properties/push_notification_config/properties/token":"adcp/push-config","#/properties/push_notification_config/properties/authentication/properties/schemes/items":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication/properties/schemes":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication/properties/credentials":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication":"adcp/push-authentication","#/properties/push_notification_config/properties/authentication/additionalProperties":"adcp/push-authentication","#/properties/push_notification_config":"adcp/push-config","#/properties/adcp_version":"adcp/version","#/properties/adcp_major_version":"adcp/version","#":"adcp/request"},
  check6: {"#/properties/body":"adcp/ext-replywire","#/properties/content/items/anyOf/0/properties/type":"adcp/ext-replywire","#/properties/content/items/anyOf/0/properties/text":"adcp/ext-replywire","#/properties/content/items/anyOf/0/properties/name":"adcp/ext-replywire","#/properties/content/items/anyOf/0/properties/mediaType":"adcp/ext-replywire","#/properties/content/items/anyOf/0/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/content/items/anyOf/0/properties/extra":"adcp/ext-replywire","#/properties/content/items/anyOf/0":"adcp/ext-replywire","#/properties/content/items/anyOf/0/additionalProperties":"adcp/ext-replywire","#/properties/content/items/anyOf/1/properties/type":"adcp/ext-replywire","#/properties/content/items/anyOf/1/properties/data":"adcp/ext-replywire","#/properties/content/items/anyOf/1/properties/name":"adcp/ext-replywire","#/properties/content/items/anyOf/1/properties/mediaType":"adcp/ext-replywire","#/properties/content/items/anyOf/1/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/content/items/anyOf/1/properties/extra":"adcp/ext-replywire","#/properties/content/items/anyOf/1":"adcp/ext-replywire","#/properties/content/items/anyOf/1/additionalProperties":"adcp/ext-replywire","#/properties/content/items/anyOf/2/properties/type":"adcp/ext-replywire","#/properties/content/items/anyOf/2/properties/base64":"adcp/ext-replywire","#/properties/content/items/anyOf/2/properties/name":"adcp/ext-replywire","#/properties/content/items/anyOf/2/properties/mediaType":"adcp/ext-replywire","#/properties/content/items/anyOf/2/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/content/items/anyOf/2/properties/extra":"adcp/ext-replywire","#/properties/content/items/anyOf/2":"adcp/ext-replywire","#/properties/content/items/anyOf/2/additionalProperties":"adcp/ext-replywire","#/properties/content/items/anyOf/3/properties/type":"adcp/ext-replywire","#/properties/content/items/anyOf/3/properties/url":"adcp/ext-replywire","#/properties/content/items/anyOf/3/properties/name":"adcp/ext-replywire","#/properties/content/items/anyOf/3/properties/mediaType":"adcp/ext-replywire","#/properties/content/items/anyOf/3/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/content/items/anyOf/3/properties/extra":"adcp/ext-replywire","#/properties/content/items/anyOf/3":"adcp/ext-replywire","#/properties/content/items/anyOf/3/additionalProperties":"adcp/ext-replywire","#/properties/content/items":"adcp/ext-replywire","#/properties/content":"adcp/ext-replywire","#/properties/artifacts/items/properties/id":"adcp/ext-replywire","#/properties/artifacts/items/properties/name":"adcp/ext-replywire","#/properties/artifacts/items/properties/description":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/type":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/text":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/name":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/mediaType":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/0/properties/extra":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/0":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/0/additionalProperties":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/type":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/data":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/name":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/mediaType":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/1/properties/extra":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/1":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/1/additionalProperties":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/type":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/base64":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/name":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/mediaType":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/2/properties/extra":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/2":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/2/additionalProperties":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/type":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/url":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/name":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/mediaType":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/3/properties/extra":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/3":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items/anyOf/3/additionalProperties":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts/items":"adcp/ext-replywire","#/properties/artifacts/items/properties/parts":"adcp/ext-replywire","#/properties/artifacts/items/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/artifacts/items/properties/extra":"adcp/ext-replywire","#/properties/artifacts/items":"adcp/ext-replywire","#/properties/artifacts/items/additionalProperties":"adcp/ext-replywire","#/properties/artifacts":"adcp/ext-replywire","#/properties/citations/items/properties/id":"adcp/ext-replywire","#/properties/citations/items/properties/url":"adcp/ext-replywire","#/properties/citations/items/properties/publisher":"adcp/ext-replywire","#/properties/citations/items/properties/title":"adcp/ext-replywire","#/properties/citations/items/properties/fetchedAt":"adcp/ext-replywire","#/properties/citations/items/properties/checksum":"adcp/ext-replywire","#/properties/citations/items/properties/license":"adcp/ext-replywire","#/properties/citations/items/properties/paths/items":"adcp/ext-replywire","#/properties/citations/items/properties/paths":"adcp/ext-replywire","#/properties/citations/items/properties/excerpt":"adcp/ext-replywire","#/properties/citations/items/properties/pageRef":"adcp/ext-replywire","#/properties/citations/items/properties/verification":"adcp/ext-replywire","#/properties/citations/items/properties/text":"adcp/ext-replywire","#/properties/citations/items/properties/markdown":"adcp/ext-replywire","#/properties/citations/items/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/citations/items/properties/extra":"adcp/ext-replywire","#/properties/citations/items":"adcp/ext-replywire","#/properties/citations/items/additionalProperties":"adcp/ext-replywire","#/properties/citations":"adcp/ext-replywire","#/properties/sources/items":"adcp/ext-replywire","#/properties/sources":"adcp/ext-replywire","#/properties/spanRefs/items":"adcp/ext-replywire","#/properties/spanRefs":"adcp/ext-replywire","#/properties/actions/items/properties/tool":"adcp/ext-replywire","#/properties/actions/items/properties/endpoint":"adcp/ext-replywire","#/properties/actions/items/properties/args":"adcp/ext-replywire","#/properties/actions/items/properties/reason":"adcp/ext-replywire","#/properties/actions/items/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/actions/items/properties/extra":"adcp/ext-replywire","#/properties/actions/items":"adcp/ext-replywire","#/properties/actions/items/additionalProperties":"adcp/ext-replywire","#/properties/actions":"adcp/ext-replywire","#/properties/usage":"adcp/ext-replywire","#/properties/provenance":"adcp/ext-replywire","#/properties/task/properties/statusUrl":"adcp/ext-replywire","#/properties/task/properties/pollAfterMs":"adcp/ext-replywire","#/properties/task":"adcp/ext-replywire","#/properties/task/additionalProperties":"adcp/ext-replywire","#/properties/partial":"adcp/ext-replywire","#/properties/created/properties/location":"adcp/ext-replywire","#/properties/created":"adcp/ext-replywire","#/properties/created/additionalProperties":"adcp/ext-replywire","#/properties/emptyReason":"adcp/ext-replywire","#/properties/retryWith":"adcp/ext-replywire","#/properties/grade":"adcp/ext-replywire","#/properties/progress/properties/fraction":"adcp/ext-replywire","#/properties/progress/properties/message":"adcp/ext-replywire","#/properties/progress/properties/step":"adcp/ext-replywire","#/properties/progress/properties/total":"adcp/ext-replywire","#/properties/progress":"adcp/ext-replywire","#/properties/progress/additionalProperties":"adcp/ext-replywire","#/properties/needs/items/anyOf/0/properties/kind":"adcp/ext-replywire","#/properties/needs/items/anyOf/0/properties/name":"adcp/ext-replywire","#/properties/needs/items/anyOf/0/properties/location":"adcp/ext-replywire","#/properties/needs/items/anyOf/0/properties/schema":"adcp/ext-replywire","#/properties/needs/items/anyOf/0/properties/required":"adcp/ext-replywire","#/properties/needs/items/anyOf/0/properties/question":"adcp/ext-replywire","#/properties/needs/items/anyOf/0/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/needs/items/anyOf/0/properties/extra":"adcp/ext-replywire","#/properties/needs/items/anyOf/0":"adcp/ext-replywire","#/properties/needs/items/anyOf/0/additionalProperties":"adcp/ext-replywire","#/properties/needs/items/anyOf/1/properties/kind":"adcp/ext-replywire","#/properties/needs/items/anyOf/1/properties/question":"adcp/ext-replywire","#/properties/needs/items/anyOf/1/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/needs/items/anyOf/1/properties/extra":"adcp/ext-replywire","#/properties/needs/items/anyOf/1":"adcp/ext-replywire","#/properties/needs/items/anyOf/1/additionalProperties":"adcp/ext-replywire","#/properties/needs/items/anyOf/2/properties/kind":"adcp/ext-replywire","#/properties/needs/items/anyOf/2/properties/key":"adcp/ext-replywire","#/properties/needs/items/anyOf/2/properties/action":"adcp/ext-replywire","#/properties/needs/items/anyOf/2/properties/token":"adcp/ext-replywire","#/properties/needs/items/anyOf/2/properties/expiresAt":"adcp/ext-replywire","#/properties/needs/items/anyOf/2/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/needs/items/anyOf/2/properties/extra":"adcp/ext-replywire","#/properties/needs/items/anyOf/2":"adcp/ext-replywire","#/properties/needs/items/anyOf/2/additionalProperties":"adcp/ext-replywire","#/properties/needs/items/anyOf/3/properties/kind":"adcp/ext-replywire","#/properties/needs/items/anyOf/3/properties/url":"adcp/ext-replywire","#/properties/needs/items/anyOf/3/properties/scheme":"adcp/ext-replywire","#/properties/needs/items/anyOf/3/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/needs/items/anyOf/3/properties/extra":"adcp/ext-replywire","#/properties/needs/items/anyOf/3":"adcp/ext-replywire","#/properties/needs/items/anyOf/3/additionalProperties":"adcp/ext-replywire","#/properties/needs/items":"adcp/ext-replywire","#/properties/needs":"adcp/ext-replywire","#/properties/status":"adcp/ext-replywire","#/properties/fault/properties/category":"adcp/ext-replywire","#/properties/fault/properties/code":"adcp/ext-replywire","#/properties/fault/properties/message":"adcp/ext-replywire","#/properties/fault/properties/detail":"adcp/ext-replywire","#/properties/fault/properties/began":"adcp/ext-replywire","#/properties/fault/properties/resourceId":"adcp/ext-replywire","#/properties/fault/properties/details":"adcp/ext-replywire","#/properties/fault/properties/issues/items/properties/pointer":"adcp/ext-replywire","#/properties/fault/properties/issues/items/properties/message":"adcp/ext-replywire","#/properties/fault/properties/issues/items/properties/keyword":"adcp/ext-replywire","#/properties/fault/properties/issues/items/properties/location":"adcp/ext-replywire","#/properties/fault/properties/issues/items/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/fault/properties/issues/items/properties/extra":"adcp/ext-replywire","#/properties/fault/properties/issues/items":"adcp/ext-replywire","#/properties/fault/properties/issues/items/additionalProperties":"adcp/ext-replywire","#/properties/fault/properties/issues":"adcp/ext-replywire","#/properties/fault":"adcp/ext-replywire","#/properties/fault/additionalProperties":"adcp/ext-replywire","#/properties/exchange/properties/operation":"adcp/ext-replywire","#/properties/exchange/properties/query/properties/input":"adcp/ext-replywire","#/properties/exchange/properties/query/properties/filters":"adcp/ext-replywire","#/properties/exchange/properties/query/properties/unparsed/items":"adcp/ext-replywire","#/properties/exchange/properties/query/properties/unparsed":"adcp/ext-replywire","#/properties/exchange/properties/query/properties/extra/additionalProperties":"adcp/ext-replywire","#/properties/exchange/properties/query/properties/extra":"adcp/ext-replywire","#/properties/exchange/properties/query":"adcp/ext-replywire","#/properties/exchange/properties/query/additionalProperties":"adcp/ext-replywire","#/properties/exchange/properties/billing/properties/units":"adcp/ext-replywire","#/properties/exchange/properties/billing/properties/tag":"adcp/ext-replywire","#/properties/exchange/properties/billing":"adcp/ext-replywire","#/properties/exchange/properties/billing/additionalProperties":"adcp/ext-replywire","#/properties/exchange":"adcp/ext-replywire","#/properties/exchange/additionalProperties":"adcp/ext-replywire","#":"adcp/ext-replywire","#/additionalProperties":"adcp/ext-replywire"},
  check7: {"#/properties/idempotency_key":"adcp/webhook","#/properties/operation_id":"adcp/webhook","#/properties/task_id":"adcp/webhook","#/properties/task_type":"adcp/task-type","#/properties/status":"adcp/status","#/properties/timestamp":"adcp/webhook","#/properties/notification_id":"adcp/webhook","#/properties/protocol":"adcp/protocol","#/properties/message":"adcp/webhook","#/properties/context_id":"adcp/webhook","#/properties/token":"adcp/webhook","#/properties/context":"adcp/context","#/properties/result":"adcp/webhook","#":"adcp/webhook"},
  check8: {"#/properties/percentage":"adcp/progress","#/properties/current_step":"adcp/progress","#/properties/total_steps":"adcp/progress","#/properties/step_number":"adcp/progress","#":"adcp/progress"},
  check9: {"#/properties/task_id":"adcp/tasks-get","#/properties/include_history":"adcp/tasks-get","#/properties/include_result":"adcp/tasks-get","#/properties/context":"adcp/context","#/properties/ext":"adcp/envelope","#":"adcp/tasks-get"},
  check10: {"#/properties/task_id":"adcp/tasks-get","#/properties/task_type":"adcp/task-type","#/properties/protocol":"adcp/protocol","#/properties/status":"adcp/status","#/properties/created_at":"adcp/tasks-get","#/properties/updated_at":"adcp/tasks-get","#/properties/completed_at":"adcp/tasks-get","#/properties/has_webhook":"adcp/tasks-get","#/properties/progress/properties/percentage":"adcp/progress","#/properties/progress/properties/current_step":"adcp/progress","#/properties/progress/properties/total_steps":"adcp/progress","#/properties/progress/properties/step_number":"adcp/progress","#/properties/progress":"adcp/progress","#/properties/error/properties/code":"adcp/tasks-get","#/properties/error/properties/message":"adcp/tasks-get","#/properties/error/properties/details":"adcp/tasks-get","#/properties/error":"adcp/tasks-get","#/properties/history/items/properties/timestamp":"adcp/tasks-get","#/properties/history/items/properties/type":"adcp/tasks-get","#/properties/history/items/properties/data":"adcp/tasks-get","#/properties/history/items":"adcp/tasks-get","#/properties/history":"adcp/tasks-get","#/properties/result":"adcp/tasks-get","#":"adcp/tasks-get"},
  check11: {"#/properties/filters/properties/protocol":"adcp/protocol","#/properties/filters/properties/protocols/items":"adcp/protocol","#/properties/filters/properties/protocols":"adcp/tasks-list","#/properties/filters/properties/status":"adcp/status","#/properties/filters/properties/statuses/items":"adcp/status","#/properties/filters/properties/statuses":"adcp/tasks-list","#/properties/filters/properties/task_type":"adcp/task-type","#/properties/filters/properties/task_types/items":"adcp/task-type","#/properties/filters/properties/task_types":"adcp/tasks-list","#/properties/filters/properties/created_after":"adcp/tasks-list","#/properties/filters/properties/created_before":"adcp/tasks-list","#/properties/filters/properties/updated_after":"adcp/tasks-list","#/properties/filters/properties/updated_before":"adcp/tasks-list","#/properties/filters/properties/task_ids/items":"adcp/tasks-list","#/properties/filters/properties/task_ids":"adcp/tasks-list","#/properties/filters/properties/context_contains":"adcp/tasks-list","#/properties/filters/properties/has_webhook":"adcp/tasks-list","#/properties/filters":"adcp/tasks-list","#/properties/sort/properties/field":"adcp/tasks-list","#/properties/sort/properties/direction":"adcp/tasks-list","#/properties/sort":"adcp/tasks-list","#/properties/pagination":"adcp/tasks-list","#/properties/include_history":"adcp/tasks-list","#/properties/context":"adcp/context","#/properties/ext":"adcp/envelope","#":"adcp/tasks-list"},
  check12: {"#/properties/query_summary":"adcp/tasks-list","#/properties/tasks/items/properties/task_id":"adcp/tasks-list","#/properties/tasks/items/properties/task_type":"adcp/task-type","#/properties/tasks/items/properties/protocol":"adcp/protocol","#/properties/tasks/items/properties/status":"adcp/status","#/properties/tasks/items/properties/created_at":"adcp/tasks-list","#/properties/tasks/items/properties/updated_at":"adcp/tasks-list","#/properties/tasks/items/properties/completed_at":"adcp/tasks-list","#/properties/tasks/items/properties/has_webhook":"adcp/tasks-list","#/properties/tasks/items":"adcp/tasks-list","#/properties/tasks":"adcp/tasks-list","#/properties/pagination":"adcp/tasks-list","#":"adcp/tasks-list"},
  check13: {"#/properties/adcp/properties/major_versions/items":"adcp/capabilities","#/properties/adcp/properties/major_versions":"adcp/capabilities","#/properties/adcp/properties/supported_versions/items":"adcp/version","#/properties/adcp/properties/supported_versions":"adcp/capabilities","#/properties/adcp/properties/build_version":"adcp/capabilities","#/properties/adcp/properties/idempotency/properties/supported":"adcp/capabilities-idempotency","#/properties/adcp/properties/idempotency/properties/replay_ttl_seconds":"adcp/capabilities-idempotency","#/properties/adcp/properties/idempotency/properties/in_flight_max_seconds":"adcp/capabilities-idempotency","#/properties/adcp/properties/idempotency/properties/account_id_is_opaque":"adcp/capabilities-idempotency","#/properties/adcp/properties/idempotency":"adcp/capabilities-idempotency","#/properties/adcp":"adcp/capabilities","#/properties/supported_protocols/items":"adcp/capabilities","#/properties/supported_protocols":"adcp/capabilities","#/properties/specialisms/items":"adcp/capabilities","#/properties/specialisms":"adcp/capabilities","#/properties/experimental_features/items":"adcp/capabilities","#/properties/experimental_features":"adcp/capabilities","#/properties/request_signing":"adcp/capabilities","#/properties/webhook_signing":"adcp/capabilities","#/properties/identity":"adcp/capabilities","#/properties/last_updated":"adcp/capabilities","#":"adcp/capabilities"},
}

export const validators: Readonly<Record<string, Readonly<Record<string, Validator>>>> = {
  "3.1": {
    "protocol-envelope": { check: check0, rules: rules.check0 },
    "a2a-data": { check: check1, rules: rules.check1 },
    "error": { check: check2, rules: rules.check2 },
    "errors": { check: check3, rules: rules.check3 },
    "push-notification-config": { check: check4, rules: rules.check4 },
    "request": { check: check5, rules: rules.check5 },
    "ext-replywire": { check: check6, rules: rules.check6 },
    "webhook": { check: check7, rules: rules.check7 },
    "progress": { check: check8, rules: rules.check8 },
    "tasks-get-request": { check: check9, rules: rules.check9 },
    "tasks-get-response": { check: check10, rules: rules.check10 },
    "tasks-list-request": { check: check11, rules: rules.check11 },
    "tasks-list-response": { check: check12, rules: rules.check12 },
    "capabilities": { check: check13, rules: rules.check13 },
  },
}
