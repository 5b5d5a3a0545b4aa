export { answerAssistant } from './answer.ts';
export { connectAssistedCloud } from './cloud-houses.ts';
export { connectAssistedHouse } from './house.ts';
export { serveAssistantByHttp, serveAssistantByStdio } from './serve.ts';
export { createAssistantServer } from './server.ts';
