export {
  checkGroup,
  checkGroupRef,
  type GroupRoom,
  type GroupsAnswer,
  groupLimits,
  hasRoom,
  isSameName,
  type RoomGroup,
  type RoomGroupChange,
  roomGroup,
  roomGroupChange,
  roomGroupRef,
  roomsOfHouse,
} from './group/group.ts';
export { idsOf, type Room, type RoomCommand, roomsOf, setRooms, switchOff, toRoomId } from './group/rooms.ts';
export { isGroupOn, switchGroup } from './group/switch-group.ts';
