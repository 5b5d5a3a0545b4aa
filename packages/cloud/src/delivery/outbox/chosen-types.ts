import { type ChosenType, chosenTypes } from '@plenum/protocol/console';

/** Returns the kinds of messages that an endpoint receives. */
export function toChosenTypes(endpoint: { readonly event_types: string | null }): readonly ChosenType[] {
  const chosen = endpoint.event_types?.split(',');
  return chosenTypes.filter((type) => chosen?.includes(type) ?? true);
}
