// Generated from schema.ts by scripts/generate.ts. Do not edit.
// @ts-nocheck
import type { Validator } from '../../codec/schema-findings.ts'


export const check0 = validate20;
const schema31 = {"title":"operation-accepted","type":"object","required":["type","code","message","operationId","statusUrl","trace"],"properties":{"type":{"type":"string","const":"operation_accepted","rule":"yaagents/body-type"},"code":{"type":"string","const":"OPERATION_ACCEPTED","rule":"yaagents/operation-code"},"message":{"type":"string","rule":"yaagents/operation-code"},"operationId":{"type":"string","minLength":1,"rule":"yaagents/operation"},"statusUrl":{"type":"string","rule":"yaagents/operation"},"trace":{"type":"object","required":["correlationId","requestId"],"properties":{"correlationId":{"type":"string","minLength":1,"rule":"yaagents/trace"},"requestId":{"type":"string","minLength":1,"rule":"yaagents/trace"}},"additionalProperties":false,"rule":"yaagents/trace","closed":"yaagents/closed"}},"additionalProperties":false,"rule":"yaagents/operation","closed":"yaagents/closed"};

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
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.operationId === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "operationId"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.statusUrl === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "statusUrl"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.trace === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trace"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "type") || (key0 === "code")) || (key0 === "message")) || (key0 === "operationId")) || (key0 === "statusUrl")) || (key0 === "trace"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err7 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if("operation_accepted" !== data0){
const err8 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "operation_accepted"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.code !== undefined){
let data1 = data.code;
if(typeof data1 !== "string"){
const err9 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if("OPERATION_ACCEPTED" !== data1){
const err10 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/const",keyword:"const",params:{allowedValue: "OPERATION_ACCEPTED"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err11 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.operationId !== undefined){
let data3 = data.operationId;
if(typeof data3 === "string"){
if(data3.length < 1){
const err12 = {instancePath:instancePath+"/operationId",schemaPath:"#/properties/operationId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err13 = {instancePath:instancePath+"/operationId",schemaPath:"#/properties/operationId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.statusUrl !== undefined){
if(typeof data.statusUrl !== "string"){
const err14 = {instancePath:instancePath+"/statusUrl",schemaPath:"#/properties/statusUrl/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.trace !== undefined){
let data5 = data.trace;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.correlationId === undefined){
const err15 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "correlationId"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data5.requestId === undefined){
const err16 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "requestId"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
for(const key1 in data5){
if(!((key1 === "correlationId") || (key1 === "requestId"))){
const err17 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data5.correlationId !== undefined){
let data6 = data5.correlationId;
if(typeof data6 === "string"){
if(data6.length < 1){
const err18 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err19 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data5.requestId !== undefined){
let data7 = data5.requestId;
if(typeof data7 === "string"){
if(data7.length < 1){
const err20 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err21 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/type",keyword:"type",params:{type: "string"}};
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
const err22 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/type",keyword:"type",params:{type: "object"}};
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
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const check1 = validate21;
const schema32 = {"title":"clarification-required","type":"object","required":["type","code","message","requiredInputs","trace"],"properties":{"type":{"type":"string","const":"clarification_required","rule":"yaagents/body-type"},"code":{"type":"string","const":"CLARIFICATION_REQUIRED","rule":"yaagents/clarification"},"message":{"type":"string","rule":"yaagents/clarification"},"requiredInputs":{"type":"array","items":{"type":"object","required":["name","location","type","required","question"],"properties":{"name":{"type":"string","rule":"yaagents/required-inputs"},"location":{"enum":["body","query","path","header"],"rule":"yaagents/required-inputs"},"type":{"enum":["string","integer","boolean","array","object"],"rule":"yaagents/required-inputs"},"required":{"type":"boolean","rule":"yaagents/required-inputs"},"question":{"type":"string","rule":"yaagents/required-inputs"},"allowedValues":{"type":"array","items":{"type":"string","rule":"yaagents/allowed-values"},"rule":"yaagents/required-inputs"}},"additionalProperties":false,"rule":"yaagents/required-inputs","closed":"yaagents/closed-clarification"},"minItems":1,"rule":"yaagents/required-inputs"},"trace":{"type":"object","required":["correlationId","requestId"],"properties":{"correlationId":{"type":"string","minLength":1,"rule":"yaagents/trace"},"requestId":{"type":"string","minLength":1,"rule":"yaagents/trace"}},"additionalProperties":false,"rule":"yaagents/trace","closed":"yaagents/closed"}},"additionalProperties":false,"rule":"yaagents/clarification","closed":"yaagents/closed-clarification"};

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
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.requiredInputs === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "requiredInputs"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.trace === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trace"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "code")) || (key0 === "message")) || (key0 === "requiredInputs")) || (key0 === "trace"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err6 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if("clarification_required" !== data0){
const err7 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "clarification_required"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.code !== undefined){
let data1 = data.code;
if(typeof data1 !== "string"){
const err8 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("CLARIFICATION_REQUIRED" !== data1){
const err9 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/const",keyword:"const",params:{allowedValue: "CLARIFICATION_REQUIRED"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err10 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.requiredInputs !== undefined){
let data3 = data.requiredInputs;
if(Array.isArray(data3)){
if(data3.length < 1){
const err11 = {instancePath:instancePath+"/requiredInputs",schemaPath:"#/properties/requiredInputs/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.name === undefined){
const err12 = {instancePath:instancePath+"/requiredInputs/" + i0,schemaPath:"#/properties/requiredInputs/items/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data4.location === undefined){
const err13 = {instancePath:instancePath+"/requiredInputs/" + i0,schemaPath:"#/properties/requiredInputs/items/required",keyword:"required",params:{missingProperty: "location"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4.type === undefined){
const err14 = {instancePath:instancePath+"/requiredInputs/" + i0,schemaPath:"#/properties/requiredInputs/items/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data4.required === undefined){
const err15 = {instancePath:instancePath+"/requiredInputs/" + i0,schemaPath:"#/properties/requiredInputs/items/required",keyword:"required",params:{missingProperty: "required"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data4.question === undefined){
const err16 = {instancePath:instancePath+"/requiredInputs/" + i0,schemaPath:"#/properties/requiredInputs/items/required",keyword:"required",params:{missingProperty: "question"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
for(const key1 in data4){
if(!((((((key1 === "name") || (key1 === "location")) || (key1 === "type")) || (key1 === "required")) || (key1 === "question")) || (key1 === "allowedValues"))){
const err17 = {instancePath:instancePath+"/requiredInputs/" + i0,schemaPath:"#/properties/requiredInputs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data4.name !== undefined){
if(typeof data4.name !== "string"){
const err18 = {instancePath:instancePath+"/requiredInputs/" + i0+"/name",schemaPath:"#/properties/requiredInputs/items/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data4.location !== undefined){
let data6 = data4.location;
if(!((((data6 === "body") || (data6 === "query")) || (data6 === "path")) || (data6 === "header"))){
const err19 = {instancePath:instancePath+"/requiredInputs/" + i0+"/location",schemaPath:"#/properties/requiredInputs/items/properties/location/enum",keyword:"enum",params:{allowedValues: schema32.properties.requiredInputs.items.properties.location.enum}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data4.type !== undefined){
let data7 = data4.type;
if(!(((((data7 === "string") || (data7 === "integer")) || (data7 === "boolean")) || (data7 === "array")) || (data7 === "object"))){
const err20 = {instancePath:instancePath+"/requiredInputs/" + i0+"/type",schemaPath:"#/properties/requiredInputs/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema32.properties.requiredInputs.items.properties.type.enum}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data4.required !== undefined){
if(typeof data4.required !== "boolean"){
const err21 = {instancePath:instancePath+"/requiredInputs/" + i0+"/required",schemaPath:"#/properties/requiredInputs/items/properties/required/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data4.question !== undefined){
if(typeof data4.question !== "string"){
const err22 = {instancePath:instancePath+"/requiredInputs/" + i0+"/question",schemaPath:"#/properties/requiredInputs/items/properties/question/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data4.allowedValues !== undefined){
let data10 = data4.allowedValues;
if(Array.isArray(data10)){
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
if(typeof data10[i1] !== "string"){
const err23 = {instancePath:instancePath+"/requiredInputs/" + i0+"/allowedValues/" + i1,schemaPath:"#/properties/requiredInputs/items/properties/allowedValues/items/type",keyword:"type",params:{type: "string"}};
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
const err24 = {instancePath:instancePath+"/requiredInputs/" + i0+"/allowedValues",schemaPath:"#/properties/requiredInputs/items/properties/allowedValues/type",keyword:"type",params:{type: "array"}};
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
const err25 = {instancePath:instancePath+"/requiredInputs/" + i0,schemaPath:"#/properties/requiredInputs/items/type",keyword:"type",params:{type: "object"}};
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
const err26 = {instancePath:instancePath+"/requiredInputs",schemaPath:"#/properties/requiredInputs/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.trace !== undefined){
let data12 = data.trace;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.correlationId === undefined){
const err27 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "correlationId"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data12.requestId === undefined){
const err28 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "requestId"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
for(const key2 in data12){
if(!((key2 === "correlationId") || (key2 === "requestId"))){
const err29 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data12.correlationId !== undefined){
let data13 = data12.correlationId;
if(typeof data13 === "string"){
if(data13.length < 1){
const err30 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data12.requestId !== undefined){
let data14 = data12.requestId;
if(typeof data14 === "string"){
if(data14.length < 1){
const err32 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err33 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/type",keyword:"type",params:{type: "string"}};
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
const err34 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/type",keyword:"type",params:{type: "object"}};
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
const err35 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const check2 = validate22;
const schema33 = {"title":"validation-failed","type":"object","required":["type","code","message","errors","trace"],"properties":{"type":{"type":"string","const":"validation_failed","rule":"yaagents/body-type"},"code":{"type":"string","const":"VALIDATION_FAILED","rule":"yaagents/validation"},"message":{"type":"string","rule":"yaagents/validation"},"errors":{"type":"array","items":{"type":"object","required":["field","message"],"properties":{"field":{"type":"string","rule":"yaagents/validation-errors"},"message":{"type":"string","rule":"yaagents/validation-errors"}},"additionalProperties":false,"rule":"yaagents/validation-errors","closed":"yaagents/closed"},"rule":"yaagents/validation-errors"},"trace":{"type":"object","required":["correlationId","requestId"],"properties":{"correlationId":{"type":"string","minLength":1,"rule":"yaagents/trace"},"requestId":{"type":"string","minLength":1,"rule":"yaagents/trace"}},"additionalProperties":false,"rule":"yaagents/trace","closed":"yaagents/closed"}},"additionalProperties":false,"rule":"yaagents/validation","closed":"yaagents/closed"};

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
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.errors === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "errors"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.trace === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trace"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "code")) || (key0 === "message")) || (key0 === "errors")) || (key0 === "trace"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err6 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if("validation_failed" !== data0){
const err7 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "validation_failed"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.code !== undefined){
let data1 = data.code;
if(typeof data1 !== "string"){
const err8 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("VALIDATION_FAILED" !== data1){
const err9 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/const",keyword:"const",params:{allowedValue: "VALIDATION_FAILED"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err10 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.errors !== undefined){
let data3 = data.errors;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.field === undefined){
const err11 = {instancePath:instancePath+"/errors/" + i0,schemaPath:"#/properties/errors/items/required",keyword:"required",params:{missingProperty: "field"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4.message === undefined){
const err12 = {instancePath:instancePath+"/errors/" + i0,schemaPath:"#/properties/errors/items/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key1 in data4){
if(!((key1 === "field") || (key1 === "message"))){
const err13 = {instancePath:instancePath+"/errors/" + i0,schemaPath:"#/properties/errors/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data4.field !== undefined){
if(typeof data4.field !== "string"){
const err14 = {instancePath:instancePath+"/errors/" + i0+"/field",schemaPath:"#/properties/errors/items/properties/field/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data4.message !== undefined){
if(typeof data4.message !== "string"){
const err15 = {instancePath:instancePath+"/errors/" + i0+"/message",schemaPath:"#/properties/errors/items/properties/message/type",keyword:"type",params:{type: "string"}};
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
const err16 = {instancePath:instancePath+"/errors/" + i0,schemaPath:"#/properties/errors/items/type",keyword:"type",params:{type: "object"}};
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
const err17 = {instancePath:instancePath+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.trace !== undefined){
let data7 = data.trace;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.correlationId === undefined){
const err18 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "correlationId"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data7.requestId === undefined){
const err19 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "requestId"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
for(const key2 in data7){
if(!((key2 === "correlationId") || (key2 === "requestId"))){
const err20 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data7.correlationId !== undefined){
let data8 = data7.correlationId;
if(typeof data8 === "string"){
if(data8.length < 1){
const err21 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.requestId !== undefined){
let data9 = data7.requestId;
if(typeof data9 === "string"){
if(data9.length < 1){
const err23 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err24 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/type",keyword:"type",params:{type: "string"}};
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
const err25 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/type",keyword:"type",params:{type: "object"}};
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
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const check3 = validate23;
const schema34 = {"title":"approval-required","type":"object","required":["type","code","message","approvalToken","trace"],"properties":{"type":{"type":"string","const":"approval_required","rule":"yaagents/body-type"},"code":{"type":"string","const":"APPROVAL_REQUIRED","rule":"yaagents/approval"},"message":{"type":"string","rule":"yaagents/approval"},"approvalToken":{"type":"string","minLength":1,"rule":"yaagents/approval"},"trace":{"type":"object","required":["correlationId","requestId"],"properties":{"correlationId":{"type":"string","minLength":1,"rule":"yaagents/trace"},"requestId":{"type":"string","minLength":1,"rule":"yaagents/trace"}},"additionalProperties":false,"rule":"yaagents/trace","closed":"yaagents/closed"}},"additionalProperties":false,"rule":"yaagents/approval","closed":"yaagents/closed"};

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
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.approvalToken === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "approvalToken"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.trace === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trace"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "code")) || (key0 === "message")) || (key0 === "approvalToken")) || (key0 === "trace"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err6 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if("approval_required" !== data0){
const err7 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "approval_required"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.code !== undefined){
let data1 = data.code;
if(typeof data1 !== "string"){
const err8 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("APPROVAL_REQUIRED" !== data1){
const err9 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/const",keyword:"const",params:{allowedValue: "APPROVAL_REQUIRED"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err10 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.approvalToken !== undefined){
let data3 = data.approvalToken;
if(typeof data3 === "string"){
if(data3.length < 1){
const err11 = {instancePath:instancePath+"/approvalToken",schemaPath:"#/properties/approvalToken/minLength",keyword:"minLength",params:{limit: 1}};
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
const err12 = {instancePath:instancePath+"/approvalToken",schemaPath:"#/properties/approvalToken/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.trace !== undefined){
let data4 = data.trace;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.correlationId === undefined){
const err13 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "correlationId"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4.requestId === undefined){
const err14 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "requestId"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key1 in data4){
if(!((key1 === "correlationId") || (key1 === "requestId"))){
const err15 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data4.correlationId !== undefined){
let data5 = data4.correlationId;
if(typeof data5 === "string"){
if(data5.length < 1){
const err16 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err17 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data4.requestId !== undefined){
let data6 = data4.requestId;
if(typeof data6 === "string"){
if(data6.length < 1){
const err18 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err19 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/type",keyword:"type",params:{type: "string"}};
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
const err20 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/type",keyword:"type",params:{type: "object"}};
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
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const check4 = validate24;
const schema35 = {"title":"conflict","type":"object","required":["type","code","message","trace"],"properties":{"type":{"type":"string","const":"conflict","rule":"yaagents/body-type"},"code":{"type":"string","minLength":1,"rule":"yaagents/conflict"},"message":{"type":"string","rule":"yaagents/conflict"},"conflictingResourceId":{"type":"string","rule":"yaagents/conflict"},"trace":{"type":"object","required":["correlationId","requestId"],"properties":{"correlationId":{"type":"string","minLength":1,"rule":"yaagents/trace"},"requestId":{"type":"string","minLength":1,"rule":"yaagents/trace"}},"additionalProperties":false,"rule":"yaagents/trace","closed":"yaagents/closed"}},"additionalProperties":false,"rule":"yaagents/conflict","closed":"yaagents/closed"};

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
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.trace === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trace"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "code")) || (key0 === "message")) || (key0 === "conflictingResourceId")) || (key0 === "trace"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if("conflict" !== data0){
const err6 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "conflict"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.code !== undefined){
let data1 = data.code;
if(typeof data1 === "string"){
if(data1.length < 1){
const err7 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
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
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err9 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.conflictingResourceId !== undefined){
if(typeof data.conflictingResourceId !== "string"){
const err10 = {instancePath:instancePath+"/conflictingResourceId",schemaPath:"#/properties/conflictingResourceId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.trace !== undefined){
let data4 = data.trace;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.correlationId === undefined){
const err11 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "correlationId"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4.requestId === undefined){
const err12 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "requestId"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key1 in data4){
if(!((key1 === "correlationId") || (key1 === "requestId"))){
const err13 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data4.correlationId !== undefined){
let data5 = data4.correlationId;
if(typeof data5 === "string"){
if(data5.length < 1){
const err14 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err15 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data4.requestId !== undefined){
let data6 = data4.requestId;
if(typeof data6 === "string"){
if(data6.length < 1){
const err16 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err17 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/type",keyword:"type",params:{type: "string"}};
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
const err18 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/type",keyword:"type",params:{type: "object"}};
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
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const check5 = validate25;
const schema36 = {"title":"agentic-error","type":"object","required":["type","code","message","trace"],"properties":{"type":{"enum":["forbidden","failed_dependency","error"],"rule":"yaagents/body-type"},"code":{"type":"string","minLength":1,"rule":"yaagents/error"},"message":{"type":"string","rule":"yaagents/error"},"trace":{"type":"object","required":["correlationId","requestId"],"properties":{"correlationId":{"type":"string","minLength":1,"rule":"yaagents/trace"},"requestId":{"type":"string","minLength":1,"rule":"yaagents/trace"}},"additionalProperties":false,"rule":"yaagents/trace","closed":"yaagents/closed"}},"additionalProperties":false,"rule":"yaagents/error","closed":"yaagents/closed"};

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
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.trace === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trace"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "type") || (key0 === "code")) || (key0 === "message")) || (key0 === "trace"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(!(((data0 === "forbidden") || (data0 === "failed_dependency")) || (data0 === "error"))){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema36.properties.type.enum}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.code !== undefined){
let data1 = data.code;
if(typeof data1 === "string"){
if(data1.length < 1){
const err6 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
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
const err7 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err8 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.trace !== undefined){
let data3 = data.trace;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.correlationId === undefined){
const err9 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "correlationId"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3.requestId === undefined){
const err10 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "requestId"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key1 in data3){
if(!((key1 === "correlationId") || (key1 === "requestId"))){
const err11 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data3.correlationId !== undefined){
let data4 = data3.correlationId;
if(typeof data4 === "string"){
if(data4.length < 1){
const err12 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err13 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.requestId !== undefined){
let data5 = data3.requestId;
if(typeof data5 === "string"){
if(data5.length < 1){
const err14 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err15 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/type",keyword:"type",params:{type: "string"}};
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
const err16 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/type",keyword:"type",params:{type: "object"}};
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
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const check6 = validate26;
const schema37 = {"title":"agentic-error","type":"object","required":["type","code","message","trace"],"properties":{"type":{"enum":["forbidden","failed_dependency","error"],"rule":"yaagents/body-type"},"code":{"type":"string","minLength":1,"rule":"yaagents/error"},"message":{"type":"string","rule":"yaagents/error"},"retryAfter":{"type":"integer","minimum":0,"rule":"yaagents/retry-after-type"},"trace":{"type":"object","required":["correlationId","requestId"],"properties":{"correlationId":{"type":"string","minLength":1,"rule":"yaagents/trace"},"requestId":{"type":"string","minLength":1,"rule":"yaagents/trace"}},"additionalProperties":false,"rule":"yaagents/trace","closed":"yaagents/closed"}},"additionalProperties":false,"rule":"yaagents/error","closed":"yaagents/closed"};

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
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.trace === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trace"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "code")) || (key0 === "message")) || (key0 === "retryAfter")) || (key0 === "trace"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(!(((data0 === "forbidden") || (data0 === "failed_dependency")) || (data0 === "error"))){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema37.properties.type.enum}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.code !== undefined){
let data1 = data.code;
if(typeof data1 === "string"){
if(data1.length < 1){
const err6 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/minLength",keyword:"minLength",params:{limit: 1}};
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
const err7 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err8 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.retryAfter !== undefined){
let data3 = data.retryAfter;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err9 = {instancePath:instancePath+"/retryAfter",schemaPath:"#/properties/retryAfter/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/retryAfter",schemaPath:"#/properties/retryAfter/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
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
if(data.trace !== undefined){
let data4 = data.trace;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.correlationId === undefined){
const err11 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "correlationId"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4.requestId === undefined){
const err12 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/required",keyword:"required",params:{missingProperty: "requestId"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key1 in data4){
if(!((key1 === "correlationId") || (key1 === "requestId"))){
const err13 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data4.correlationId !== undefined){
let data5 = data4.correlationId;
if(typeof data5 === "string"){
if(data5.length < 1){
const err14 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err15 = {instancePath:instancePath+"/trace/correlationId",schemaPath:"#/properties/trace/properties/correlationId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data4.requestId !== undefined){
let data6 = data4.requestId;
if(typeof data6 === "string"){
if(data6.length < 1){
const err16 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/minLength",keyword:"minLength",params:{limit: 1}};
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
const err17 = {instancePath:instancePath+"/trace/requestId",schemaPath:"#/properties/trace/properties/requestId/type",keyword:"type",params:{type: "string"}};
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
const err18 = {instancePath:instancePath+"/trace",schemaPath:"#/properties/trace/type",keyword:"type",params:{type: "object"}};
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
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const rules = {
  check0: {"#/properties/type":"yaagents/body-type","#/properties/code":"yaagents/operation-code","#/properties/message":"yaagents/operation-code","#/properties/operationId":"yaagents/operation","#/properties/statusUrl":"yaagents/operation","#/properties/trace/properties/correlationId":"yaagents/trace","#/properties/trace/properties/requestId":"yaagents/trace","#/properties/trace":"yaagents/trace","#/properties/trace/additionalProperties":"yaagents/closed","#":"yaagents/operation","#/additionalProperties":"yaagents/closed"},
  check1: {"#/properties/type":"yaagents/body-type","#/properties/code":"yaagents/clarification","#/properties/message":"yaagents/clarification","#/properties/requiredInputs/items/properties/name":"yaagents/required-inputs","#/properties/requiredInputs/items/properties/location":"yaagents/required-inputs","#/properties/requiredInputs/items/properties/type":"yaagents/required-inputs","#/properties/requiredInputs/items/properties/required":"yaagents/required-inputs","#/properties/requiredInputs/items/properties/question":"yaagents/required-inputs","#/properties/requiredInputs/items/properties/allowedValues/items":"yaagents/allowed-values","#/properties/requiredInputs/items/properties/allowedValues":"yaagents/required-inputs","#/properties/requiredInputs/items":"yaagents/required-inputs","#/properties/requiredInputs/items/additionalProperties":"yaagents/closed-clarification","#/properties/requiredInputs":"yaagents/required-inputs","#/properties/trace/properties/correlationId":"yaagents/trace","#/properties/trace/properties/requestId":"yaagents/trace","#/properties/trace":"yaagents/trace","#/properties/trace/additionalProperties":"yaagents/closed","#":"yaagents/clarification","#/additionalProperties":"yaagents/closed-clarification"},
  check2: {"#/properties/type":"yaagents/body-type","#/properties/code":"yaagents/validation","#/properties/message":"yaagents/validation","#/properties/errors/items/properties/field":"yaagents/validation-errors","#/properties/errors/items/properties/message":"yaagents/validation-errors","#/properties/errors/items":"yaagents/validation-errors","#/properties/errors/items/additionalProperties":"yaagents/closed","#/properties/errors":"yaagents/validation-errors","#/properties/trace/properties/correlationId":"yaagents/trace","#/properties/trace/properties/requestId":"yaagents/trace","#/properties/trace":"yaagents/trace","#/properties/trace/additionalProperties":"yaagents/closed","#":"yaagents/validation","#/additionalProperties":"yaagents/closed"},
  check3: {"#/properties/type":"yaagents/body-type","#/properties/code":"yaagents/approval","#/properties/message":"yaagents/approval","#/properties/approvalToken":"yaagents/approval","#/properties/trace/properties/correlationId":"yaagents/trace","#/properties/trace/properties/requestId":"yaagents/trace","#/properties/trace":"yaagents/trace","#/properties/trace/additionalProperties":"yaagents/closed","#":"yaagents/approval","#/additionalProperties":"yaagents/closed"},
  check4: {"#/properties/type":"yaagents/body-type","#/properties/code":"yaagents/conflict","#/properties/message":"yaagents/conflict","#/properties/conflictingResourceId":"yaagents/conflict","#/properties/trace/properties/correlationId":"yaagents/trace","#/properties/trace/properties/requestId":"yaagents/trace","#/properties/trace":"yaagents/trace","#/properties/trace/additionalProperties":"yaagents/closed","#":"yaagents/conflict","#/additionalProperties":"yaagents/closed"},
  check5: {"#/properties/type":"yaagents/body-type","#/properties/code":"yaagents/error","#/properties/message":"yaagents/error","#/properties/trace/properties/correlationId":"yaagents/trace","#/properties/trace/properties/requestId":"yaagents/trace","#/properties/trace":"yaagents/trace","#/properties/trace/additionalProperties":"yaagents/closed","#":"yaagents/error","#/additionalProperties":"yaagents/closed"},
  check6: {"#/properties/type":"yaagents/body-type","#/properties/code":"yaagents/error","#/properties/message":"yaagents/error","#/properties/retryAfter":"yaagents/retry-after-type","#/properties/trace/properties/correlationId":"yaagents/trace","#/properties/trace/properties/requestId":"yaagents/trace","#/properties/trace":"yaagents/trace","#/properties/trace/additionalProperties":"yaagents/closed","#":"yaagents/error","#/additionalProperties":"yaagents/closed"},
}

export const validators: Readonly<Record<string, Readonly<Record<string, Validator>>>> = {
  "0.1": {
    "operation-accepted": { check: check0, rules: rules.check0 },
    "clarification-required": { check: check1, rules: rules.check1 },
    "validation-failed": { check: check2, rules: rules.check2 },
    "approval-required": { check: check3, rules: rules.check3 },
    "conflict": { check: check4, rules: rules.check4 },
    "agentic-error": { check: check5, rules: rules.check5 },
  },
  "0.2": {
    "operation-accepted": { check: check0, rules: rules.check0 },
    "clarification-required": { check: check1, rules: rules.check1 },
    "validation-failed": { check: check2, rules: rules.check2 },
    "approval-required": { check: check3, rules: rules.check3 },
    "conflict": { check: check4, rules: rules.check4 },
    "agentic-error": { check: check6, rules: rules.check6 },
  },
  "0.3": {
    "operation-accepted": { check: check0, rules: rules.check0 },
    "clarification-required": { check: check1, rules: rules.check1 },
    "validation-failed": { check: check2, rules: rules.check2 },
    "approval-required": { check: check3, rules: rules.check3 },
    "conflict": { check: check4, rules: rules.check4 },
    "agentic-error": { check: check6, rules: rules.check6 },
  },
}
