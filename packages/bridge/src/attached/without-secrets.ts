import { secretFields } from '@plenum/insight/request';
import type { Datagrams } from '@plenum/protocol/component';
import type { ComponentChange } from '../device/device.ts';

const kindsWithSecrets = ['unit', 'irrigation', 'lighting'] as const;

/**
 * Returns a component of a real bridge without its access codes, which clients of our bridge do not need. The interface
 * defines the keys of these fields, so the keys stay, with empty values.
 */
export function withoutSecrets<Component extends ComponentChange>(component: Component): Component {
  if (!kindsWithSecrets.some((kind) => kind === component.kind)) return component;
  const datagram = component.datagram as Readonly<Record<string, unknown>>;
  const present = secretFields.filter((field) => Object.hasOwn(datagram, field));
  if (present.length === 0) return component;
  return {
    ...component,
    datagram: { ...datagram, ...Object.fromEntries(present.map((field) => [field, ''])) },
  };
}

/** Returns all components of a real bridge without their access codes. */
export const allWithoutSecrets = (datagrams: Datagrams): Datagrams => ({
  ...datagrams,
  ...Object.fromEntries(
    kindsWithSecrets.map((kind) => [
      kind,
      datagrams[kind].map((datagram) => withoutSecrets({ kind, index: 0, datagram }).datagram),
    ]),
  ),
});

const isSecret = (key: string): boolean =>
  secretFields.some((field) => field.toLowerCase() === key.toLowerCase());

/** Returns any JSON of a real bridge with the codes blanked at any depth. */
export function withoutSecretsAnywhere(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutSecretsAnywhere);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, isSecret(key) ? '' : withoutSecretsAnywhere(value)]),
  );
}
