export { type GroupsAnswer, groupEndpoints } from './endpoints.ts';
export {
  checkGroup,
  checkGroupRef,
  type GroupRoom,
  groupLimits,
  hasRoom,
  isSameName,
  type RoomGroup,
  type RoomGroupChange,
  roomGroup,
  roomGroupChange,
  roomGroupRef,
  roomsOfHouse,
} from './group.ts';
export { idsOf, type Room, type RoomCommand, roomsOf, setRooms, switchOff, toRoomId } from './rooms.ts';
export { isGroupOn, switchGroup } from './switch-group.ts';
