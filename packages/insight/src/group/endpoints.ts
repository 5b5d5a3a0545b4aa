import { type AnswerOf, endpointsCountedAs, listOf, open } from '@plenum/protocol/endpoint';
import { checkGroup, checkGroupRef, roomGroup, roomGroupChange, roomGroupRef } from './group.ts';

const { get, post } = endpointsCountedAs('groups');

const upstairs = {
  name: 'Upstairs',
  rooms: [
    { kind: 'zone', index: 0 },
    { kind: 'zone', index: 1 },
  ],
};

/** Endpoints for groups of rooms. */
export const groupEndpoints = {
  readGroups: get('/groups', {
    summary: 'Read the groups of rooms that the owner made.',
    answer: open('The groups.', {
      groups: listOf(
        'in the order in which they were made, each with those of its rooms that the house has',
        roomGroup,
      ),
    }),
    example: { groups: [upstairs] },
  }),
  setGroup: post('/groups', {
    summary: 'Make a group of rooms, or give one other rooms or another name.',
    body: roomGroupChange,
    bodyExample: upstairs,
    check: checkGroup,
    refusals: ['not-installed', 'not-available', 'not-stored'],
  }),
  removeGroup: post('/groups/remove', {
    summary: 'Remove a group; its rooms stay as they are.',
    description: 'Also answers `OK` if there is no such group.',
    body: roomGroupRef,
    check: checkGroupRef,
    refusals: ['not-stored'],
  }),
} as const;

/** The response of `GET /groups`. */
export type GroupsAnswer = AnswerOf<typeof groupEndpoints.readGroups>;
