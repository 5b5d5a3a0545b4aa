/** Characters that must be encoded in a status message: `%`, and everything except space and visible ASCII. */
const unsafeCharacters = /[^ -$&-~]/gu;

const encode = (text: string): string =>
  text.replaceAll(unsafeCharacters, (each) => encodeURIComponent(each));

/**
 * Percent-encodes the message in the trailers of a call only as far as the gRPC protocol requires ("Responses",
 * Percent-Encoded). Connect also encodes `,` `:` `;` and others, which gRPC's own library for Node does not decode.
 */
export function toPlainMessage(trailers: Headers): Headers {
  const message = trailers.get('grpc-message');
  if (message !== null) trailers.set('grpc-message', encode(decodeURIComponent(message)));
  return trailers;
}
