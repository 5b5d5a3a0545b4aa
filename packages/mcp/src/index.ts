export { type AssistedHouse, connectAssistedHouse } from './house.ts';
export { type AssistantHttpOptions, serveAssistantByHttp, serveAssistantByStdio } from './serve.ts';
export { type AssistantOptions, createAssistantServer } from './server.ts';
