/** What the message of a status may not hold as it is: `%` and all but the space and visible characters of ASCII. */
const unsayable = /[^ -$&-~]/gu;

const encode = (text: string): string => text.replaceAll(unsayable, (each) => encodeURIComponent(each));

/**
 * The trailers of a call with its message percent-encoded no further than the protocol of gRPC has it ("Responses",
 * Percent-Encoded). Connect encodes `,` `:` `;` and more, which gRPC's own library for Node leaves as they come.
 */
export const sayPlainly = (trailers: Headers): Headers => {
  const message = trailers.get('grpc-message');
  if (message !== null) trailers.set('grpc-message', encode(decodeURIComponent(message)));
  return trailers;
};
