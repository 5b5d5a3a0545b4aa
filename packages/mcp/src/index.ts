export { answerAssistant, type CloudMessage } from './answer.ts';
export { connectAssistedCloud } from './cloud-houses.ts';
export { type AssistedHouse, type AssistedHouses, connectAssistedHouse, type NamedHouse } from './house.ts';
export { type AssistantHttpOptions, serveAssistantByHttp, serveAssistantByStdio } from './serve.ts';
export { type AssistantOptions, createAssistantServer } from './server.ts';
