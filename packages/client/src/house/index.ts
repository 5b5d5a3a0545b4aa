export { type ConnectHouseDeps, connectHouse } from './connect-house.ts';
export { type FollowAnswerDeps, followAnswer } from './follow-answer.ts';
export { type FollowEnergyDeps, followEnergy } from './follow-energy.ts';
export { type FollowExceptionsDeps, followExceptions } from './follow-exceptions.ts';
export type { CommandRefused, House, HouseCommandResult } from './house.ts';
