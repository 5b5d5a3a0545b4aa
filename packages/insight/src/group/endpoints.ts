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
    summary: 'Read the owner’s groups of rooms.',
    answer: open('The groups.', {
      groups: listOf(
        'groups in the order in which they were created, each with those of its rooms that the house has',
        roomGroup,
      ),
    }),
    example: { groups: [upstairs] },
  }),
  setGroup: post('/groups', {
    summary: 'Create a group of rooms, or change its rooms or name.',
    body: roomGroupChange,
    bodyExample: upstairs,
    check: checkGroup,
    refusals: ['not-installed', 'not-available', 'not-stored'],
  }),
  removeGroup: post('/groups/remove', {
    summary: 'Remove a group. Its rooms do not change.',
    description: 'Also answers `OK` if there is no such group.',
    body: roomGroupRef,
    check: checkGroupRef,
    refusals: ['not-stored'],
  }),
} as const;

/** The response of `GET /groups`. */
export type GroupsAnswer = AnswerOf<typeof groupEndpoints.readGroups>;
