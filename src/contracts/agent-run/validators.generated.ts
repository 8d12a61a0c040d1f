// Generated from schema.ts by scripts/generate.ts. Do not edit.
// @ts-nocheck
import type { Validator } from '../../codec/schema-findings.ts'


export const check0 = validate20;
const schema31 = {"title":"agent-run-request","type":"object","required":["request_id","task_type"],"properties":{"request_id":{"type":"string","minLength":1,"description":"Trace id.","rule":"agent-run/request-id"},"task_type":{"type":"string","description":"Agent task type, e.g. LIT_RETRIEVAL.","rule":"agent-run/task-type"},"workflow_id":{"type":["string","null"],"description":"Workflow id.","rule":"agent-run/optional-ids"},"stage_id":{"type":["string","null"],"description":"Stage id.","rule":"agent-run/optional-ids"},"user_id":{"type":["string","null"],"description":"User id.","rule":"agent-run/optional-ids"},"mode":{"type":"string","description":"e.g. DEMO or LIVE; DEMO when absent.","rule":"agent-run/labels"},"risk_tier":{"type":"string","description":"e.g. PHI, SENSITIVE; NON_SENSITIVE when absent.","rule":"agent-run/labels"},"domain_id":{"type":"string","description":"e.g. clinical, which it is when absent.","rule":"agent-run/labels"},"inputs":{"type":"object","description":"Task-specific inputs; empty when absent.","rule":"agent-run/inputs"},"budgets":{"type":"object","description":"Token and time limits, e.g. timeout_ms.","rule":"agent-run/budgets"}},"rule":"agent-run/request-body"};

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
if(data.request_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "request_id"}};
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
if(data.request_id !== undefined){
let data0 = data.request_id;
if(typeof data0 === "string"){
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/request_id",schemaPath:"#/properties/request_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/request_id",schemaPath:"#/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.task_type !== undefined){
if(typeof data.task_type !== "string"){
const err4 = {instancePath:instancePath+"/task_type",schemaPath:"#/properties/task_type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.workflow_id !== undefined){
let data2 = data.workflow_id;
if((typeof data2 !== "string") && (data2 !== null)){
const err5 = {instancePath:instancePath+"/workflow_id",schemaPath:"#/properties/workflow_id/type",keyword:"type",params:{type: schema31.properties.workflow_id.type}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.stage_id !== undefined){
let data3 = data.stage_id;
if((typeof data3 !== "string") && (data3 !== null)){
const err6 = {instancePath:instancePath+"/stage_id",schemaPath:"#/properties/stage_id/type",keyword:"type",params:{type: schema31.properties.stage_id.type}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.user_id !== undefined){
let data4 = data.user_id;
if((typeof data4 !== "string") && (data4 !== null)){
const err7 = {instancePath:instancePath+"/user_id",schemaPath:"#/properties/user_id/type",keyword:"type",params:{type: schema31.properties.user_id.type}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.mode !== undefined){
if(typeof data.mode !== "string"){
const err8 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.risk_tier !== undefined){
if(typeof data.risk_tier !== "string"){
const err9 = {instancePath:instancePath+"/risk_tier",schemaPath:"#/properties/risk_tier/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.domain_id !== undefined){
if(typeof data.domain_id !== "string"){
const err10 = {instancePath:instancePath+"/domain_id",schemaPath:"#/properties/domain_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.inputs !== undefined){
let data8 = data.inputs;
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
const err11 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.budgets !== undefined){
let data9 = data.budgets;
if(!(data9 && typeof data9 == "object" && !Array.isArray(data9))){
const err12 = {instancePath:instancePath+"/budgets",schemaPath:"#/properties/budgets/type",keyword:"type",params:{type: "object"}};
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
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"request_id":true,"task_type":true,"workflow_id":true,"stage_id":true,"user_id":true,"mode":true,"risk_tier":true,"domain_id":true,"inputs":true,"budgets":true},"dynamicProps":false,"dynamicItems":false};

export const check1 = validate21;
const schema32 = {"title":"agent-run-response","type":"object","required":["status","request_id","outputs"],"properties":{"status":{"enum":["ok","success","error"],"description":"ok or success; error for a business failure, which then stands in `error`.","rule":"agent-run/status"},"request_id":{"type":"string","minLength":1,"description":"Echo of the request id.","rule":"agent-run/request-id"},"outputs":{"type":"object","description":"Task results; may be empty when the status is error.","rule":"agent-run/outputs"},"artifacts":{"type":"array","items":{"type":"string"},"description":"Artifact ids or paths.","rule":"agent-run/artifacts"},"provenance":{"type":"object","description":"Provenance metadata.","rule":"agent-run/provenance"},"usage":{"type":"object","description":"Token and duration usage, e.g. duration_ms.","rule":"agent-run/usage"},"grounding":{"type":"object","properties":{"sources":{"type":"array","items":{"type":"object"},"description":"Source documents or references.","rule":"agent-run/sources"},"citations":{"type":"array","items":{"type":"string"},"description":"Citation keys or ids.","rule":"agent-run/citations"},"span_refs":{"type":"array","items":{"type":"object"},"description":"Span references into the sources.","rule":"agent-run/span-refs"}},"rule":"agent-run/grounding"},"error":{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","description":"Error code, e.g. VALIDATION_ERROR or TASK_FAILED.","rule":"agent-run/error-code"},"message":{"type":"string","description":"Human-readable message without protected health information.","rule":"agent-run/error-message"},"details":{"type":"object","description":"Extra context.","rule":"agent-run/error-details"}},"rule":"agent-run/error"}},"rule":"agent-run/envelope"};

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
if(data.request_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "request_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.outputs === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "outputs"}};
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
if(!(((data0 === "ok") || (data0 === "success")) || (data0 === "error"))){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema32.properties.status.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.request_id !== undefined){
let data1 = data.request_id;
if(typeof data1 === "string"){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/request_id",schemaPath:"#/properties/request_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/request_id",schemaPath:"#/properties/request_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.outputs !== undefined){
let data2 = data.outputs;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err6 = {instancePath:instancePath+"/outputs",schemaPath:"#/properties/outputs/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.artifacts !== undefined){
let data3 = data.artifacts;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(typeof data3[i0] !== "string"){
const err7 = {instancePath:instancePath+"/artifacts/" + i0,schemaPath:"#/properties/artifacts/items/type",keyword:"type",params:{type: "string"}};
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
const err8 = {instancePath:instancePath+"/artifacts",schemaPath:"#/properties/artifacts/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.provenance !== undefined){
let data5 = data.provenance;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err9 = {instancePath:instancePath+"/provenance",schemaPath:"#/properties/provenance/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.usage !== undefined){
let data6 = data.usage;
if(!(data6 && typeof data6 == "object" && !Array.isArray(data6))){
const err10 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.grounding !== undefined){
let data7 = data.grounding;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.sources !== undefined){
let data8 = data7.sources;
if(Array.isArray(data8)){
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
let data9 = data8[i1];
if(!(data9 && typeof data9 == "object" && !Array.isArray(data9))){
const err11 = {instancePath:instancePath+"/grounding/sources/" + i1,schemaPath:"#/properties/grounding/properties/sources/items/type",keyword:"type",params:{type: "object"}};
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
const err12 = {instancePath:instancePath+"/grounding/sources",schemaPath:"#/properties/grounding/properties/sources/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data7.citations !== undefined){
let data10 = data7.citations;
if(Array.isArray(data10)){
const len2 = data10.length;
for(let i2=0; i2<len2; i2++){
if(typeof data10[i2] !== "string"){
const err13 = {instancePath:instancePath+"/grounding/citations/" + i2,schemaPath:"#/properties/grounding/properties/citations/items/type",keyword:"type",params:{type: "string"}};
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
const err14 = {instancePath:instancePath+"/grounding/citations",schemaPath:"#/properties/grounding/properties/citations/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data7.span_refs !== undefined){
let data12 = data7.span_refs;
if(Array.isArray(data12)){
const len3 = data12.length;
for(let i3=0; i3<len3; i3++){
let data13 = data12[i3];
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
const err15 = {instancePath:instancePath+"/grounding/span_refs/" + i3,schemaPath:"#/properties/grounding/properties/span_refs/items/type",keyword:"type",params:{type: "object"}};
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
const err16 = {instancePath:instancePath+"/grounding/span_refs",schemaPath:"#/properties/grounding/properties/span_refs/type",keyword:"type",params:{type: "array"}};
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
const err17 = {instancePath:instancePath+"/grounding",schemaPath:"#/properties/grounding/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.error !== undefined){
let data14 = data.error;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.code === undefined){
const err18 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data14.message === undefined){
const err19 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data14.code !== undefined){
if(typeof data14.code !== "string"){
const err20 = {instancePath:instancePath+"/error/code",schemaPath:"#/properties/error/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data14.message !== undefined){
if(typeof data14.message !== "string"){
const err21 = {instancePath:instancePath+"/error/message",schemaPath:"#/properties/error/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data14.details !== undefined){
let data17 = data14.details;
if(!(data17 && typeof data17 == "object" && !Array.isArray(data17))){
const err22 = {instancePath:instancePath+"/error/details",schemaPath:"#/properties/error/properties/details/type",keyword:"type",params:{type: "object"}};
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
const err23 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "object"}};
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
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"status":true,"request_id":true,"outputs":true,"artifacts":true,"provenance":true,"usage":true,"grounding":true,"error":true},"dynamicProps":false,"dynamicItems":false};

export const check2 = validate22;
const schema33 = {"title":"agent-error","type":"object","required":["code","message"],"properties":{"code":{"type":"string","description":"Error code, e.g. VALIDATION_ERROR or TASK_FAILED.","rule":"agent-run/error-code"},"message":{"type":"string","description":"Human-readable message without protected health information.","rule":"agent-run/error-message"},"details":{"type":"object","description":"Extra context.","rule":"agent-run/error-details"}},"rule":"agent-run/error"};

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
if(typeof data.code !== "string"){
const err2 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err3 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.details !== undefined){
let data2 = data.details;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err4 = {instancePath:instancePath+"/details",schemaPath:"#/properties/details/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"code":true,"message":true,"details":true},"dynamicProps":false,"dynamicItems":false};

export const check3 = validate23;
const schema34 = {"title":"grounding-pack","type":"object","properties":{"sources":{"type":"array","items":{"type":"object"},"description":"Source documents or references.","rule":"agent-run/sources"},"citations":{"type":"array","items":{"type":"string"},"description":"Citation keys or ids.","rule":"agent-run/citations"},"span_refs":{"type":"array","items":{"type":"object"},"description":"Span references into the sources.","rule":"agent-run/span-refs"}},"rule":"agent-run/grounding"};

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
if(data.sources !== undefined){
let data0 = data.sources;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
const err0 = {instancePath:instancePath+"/sources/" + i0,schemaPath:"#/properties/sources/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath:instancePath+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.citations !== undefined){
let data2 = data.citations;
if(Array.isArray(data2)){
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
if(typeof data2[i1] !== "string"){
const err2 = {instancePath:instancePath+"/citations/" + i1,schemaPath:"#/properties/citations/items/type",keyword:"type",params:{type: "string"}};
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
const err3 = {instancePath:instancePath+"/citations",schemaPath:"#/properties/citations/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.span_refs !== undefined){
let data4 = data.span_refs;
if(Array.isArray(data4)){
const len2 = data4.length;
for(let i2=0; i2<len2; i2++){
let data5 = data4[i2];
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err4 = {instancePath:instancePath+"/span_refs/" + i2,schemaPath:"#/properties/span_refs/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/span_refs",schemaPath:"#/properties/span_refs/type",keyword:"type",params:{type: "array"}};
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
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"sources":true,"citations":true,"span_refs":true},"dynamicProps":false,"dynamicItems":false};

export const check4 = validate24;
const schema35 = {"title":"health","type":"object","required":["status"],"properties":{"status":{"type":"string","description":"e.g. ok, ready, not_ready.","rule":"agent-run/health-status"}},"rule":"agent-run/health-status"};

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
if(data.status !== undefined){
if(typeof data.status !== "string"){
const err1 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"status":true},"dynamicProps":false,"dynamicItems":false};

const rules = {
  check0: {"#/properties/request_id":"agent-run/request-id","#/properties/task_type":"agent-run/task-type","#/properties/workflow_id":"agent-run/optional-ids","#/properties/stage_id":"agent-run/optional-ids","#/properties/user_id":"agent-run/optional-ids","#/properties/mode":"agent-run/labels","#/properties/risk_tier":"agent-run/labels","#/properties/domain_id":"agent-run/labels","#/properties/inputs":"agent-run/inputs","#/properties/budgets":"agent-run/budgets","#":"agent-run/request-body"},
  check1: {"#/properties/status":"agent-run/status","#/properties/request_id":"agent-run/request-id","#/properties/outputs":"agent-run/outputs","#/properties/artifacts":"agent-run/artifacts","#/properties/provenance":"agent-run/provenance","#/properties/usage":"agent-run/usage","#/properties/grounding/properties/sources":"agent-run/sources","#/properties/grounding/properties/citations":"agent-run/citations","#/properties/grounding/properties/span_refs":"agent-run/span-refs","#/properties/grounding":"agent-run/grounding","#/properties/error/properties/code":"agent-run/error-code","#/properties/error/properties/message":"agent-run/error-message","#/properties/error/properties/details":"agent-run/error-details","#/properties/error":"agent-run/error","#":"agent-run/envelope"},
  check2: {"#/properties/code":"agent-run/error-code","#/properties/message":"agent-run/error-message","#/properties/details":"agent-run/error-details","#":"agent-run/error"},
  check3: {"#/properties/sources":"agent-run/sources","#/properties/citations":"agent-run/citations","#/properties/span_refs":"agent-run/span-refs","#":"agent-run/grounding"},
  check4: {"#/properties/status":"agent-run/health-status","#":"agent-run/health-status"},
}

export const validators: Readonly<Record<string, Readonly<Record<string, Validator>>>> = {
  "1": {
    "agent-run-request": { check: check0, rules: rules.check0 },
    "agent-run-response": { check: check1, rules: rules.check1 },
    "agent-error": { check: check2, rules: rules.check2 },
    "grounding-pack": { check: check3, rules: rules.check3 },
    "health": { check: check4, rules: rules.check4 },
  },
}
