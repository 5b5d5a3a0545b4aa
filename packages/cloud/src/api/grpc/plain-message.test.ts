import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toPlainMessage } from './plain-message.ts';

const said = (message: string) =>
  toPlainMessage(new Headers({ 'grpc-message': encodeURIComponent(message) })).get('grpc-message');

it('encodes only forbidden characters of a gRPC message, so that the message stays readable', () => {
  assert.equal(said('Setpoint: "a", b; c?/@&=+$#'), 'Setpoint: "a", b; c?/@&=+$#');
  assert.equal(said('100 %'), '100 %25');
  assert.equal(said('21.55 °C'), '21.55 %C2%B0C');
  assert.equal(said('a\nb'), 'a%0Ab');
  assert.equal(said('😀'), '%F0%9F%98%80');
});

it('adds no message to gRPC trailers that have none', () => {
  assert.equal(toPlainMessage(new Headers({ 'grpc-status': '0' })).get('grpc-message'), null);
});
