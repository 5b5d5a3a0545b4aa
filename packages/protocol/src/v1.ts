export { toErrorText, v1Ok } from './v1/answer.ts';
export { checkV1Command } from './v1/check-v1-command.ts';
export { type V1Command, v1Commands } from './v1/commands.ts';
export type { PartialDatagram } from './v1/member.ts';
export { answerV1Read, findV1Read, type V1Read, v1Reads } from './v1/reads.ts';
export { fromV1Schedules } from './v1/schedules.ts';
export { fromV1SystemSettings } from './v1/system.ts';
export { toV1Command, type V1Request } from './v1/to-v1-command.ts';
export { fromV1Zones } from './v1/zones.ts';
