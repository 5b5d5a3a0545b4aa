import { statusText } from '@plenum/insight/status';
import type { status as original } from '../en/status.ts';
import type { Translation } from '../formatter.ts';

const { toLabel, toSentence } = statusText({
  inLeader: (name) => ` in ${name}`,
  air: {
    cool: 'kühlt',
    heat: 'heizt',
    vent: 'nur Lüfter',
    idle: 'Gerät im Leerlauf',
    off: 'Gerät aus',
  },
  wordings: {
    unknown: {
      label: () => 'Unbekannt',
      sentence: () => 'Das Gerät meldet zu wenig, um zu wissen, was es tut.',
    },
    off: { label: () => 'Aus', sentence: () => 'Ist ausgeschaltet.' },
    'unit-off': { label: () => 'Anlage aus', sentence: () => 'Die Anlage ist ausgeschaltet.' },
    'unit-fault': {
      label: ({ fault }) => `Störung ${fault}`,
      sentence: ({ fault }) =>
        `Das Gerät steht mit der Störung ${fault}; es wird weder geheizt noch gekühlt.`,
    },
    'no-answer': {
      label: () => 'Keine Antwort',
      sentence: () => 'Antwortet nicht; gezeigt wird, was zuletzt gemeldet wurde.',
    },
    'sensor-failed': {
      label: () => 'Fühler defekt',
      sentence: ({ opening }) =>
        `Der Fühler ist ausgefallen, deshalb wird der Raum nicht geregelt; die Klappe ist zu ${opening} % offen.`,
    },
    'damper-stuck': {
      label: ({ opening }) => `Klappe klemmt bei ${opening} %`,
      sentence: ({ opening }) =>
        `Die Klappe klemmt bei ${opening} %, deshalb lässt sich der Raum nicht regeln.`,
    },
    'damper-not-driven': {
      label: ({ opening }) => `Klappe fest bei ${opening} %`,
      sentence: ({ opening }) =>
        `Die Klappe ist als nicht angetrieben eingestellt; sie bleibt zu ${opening} % offen.`,
    },
    'held-for-air': {
      label: () => 'Für das Gerät offen gehalten',
      sentence: ({ opening }) =>
        `Wird zu ${opening} % offen gehalten, weil für die Luft des Lüfters sonst zu wenig offen ist.`,
    },
    'held-for-control': {
      label: () => 'Offen gehalten',
      sentence: () => 'Ist geschlossen, wird aber offen gehalten, weil der Fühler das Gerät steuert.',
    },
    closed: { label: () => 'Geschlossen', sentence: () => 'Ist geschlossen.' },
    open: {
      label: ({ air }) => `Offen, ${air}`,
      sentence: ({ opening, air }) => `Ist bei jeder Temperatur zu ${opening} % offen: ${air}.`,
    },
    constant: {
      label: ({ opening }) => `Konstant, ${opening} %`,
      sentence: ({ opening }) => `Bleibt bei jeder Temperatur bei der kleinsten Öffnung, ${opening} %.`,
    },
    'fan-only': { label: () => 'Nur Lüfter', sentence: () => 'Das Gerät bewegt nur Luft.' },
    cooling: {
      label: ({ setpoint }) => `Kühlt auf ${setpoint}`,
      sentence: ({ setpoint, inLeader }) => `Kühlt auf ${setpoint}${inLeader}.`,
    },
    heating: {
      label: ({ setpoint }) => `Heizt auf ${setpoint}`,
      sentence: ({ setpoint, inLeader }) => `Heizt auf ${setpoint}${inLeader}.`,
    },
    drying: {
      label: () => 'Entfeuchtet',
      sentence: ({ setpoint, inLeader }) => `Entfeuchtet die Luft, nicht weit unter ${setpoint}${inLeader}.`,
    },
    'cooling-limited': {
      label: ({ limit }) => `Kühlt, begrenzt auf ${limit} %`,
      sentence: ({ temperature, setpoint, limit }) =>
        `Bei ${temperature} braucht es mehr Luft, um ${setpoint} zu erreichen; die größte Öffnung ist ${limit} %.`,
    },
    'heating-limited': {
      label: ({ limit }) => `Heizt, begrenzt auf ${limit} %`,
      sentence: ({ temperature, setpoint, limit }) =>
        `Bei ${temperature} braucht es mehr Luft, um ${setpoint} zu erreichen; die größte Öffnung ist ${limit} %.`,
    },
    'cooled-past': {
      label: ({ setpoint }) => `Unter ${setpoint}, kühlt weiter`,
      sentence: ({ temperature, setpoint, opening }) =>
        `Mit ${temperature} unter ${setpoint}; durch die ${opening} %, die offen bleiben, kommt kühle Luft.`,
    },
    'heated-past': {
      label: ({ setpoint }) => `Über ${setpoint}, heizt weiter`,
      sentence: ({ temperature, setpoint, opening }) =>
        `Mit ${temperature} über ${setpoint}; durch die ${opening} %, die offen bleiben, kommt warme Luft.`,
    },
    holding: {
      label: ({ setpoint }) => `Hält ${setpoint}`,
      sentence: ({ temperature, setpoint, opening }) =>
        `Mit ${temperature} ${temperature === setpoint ? 'am Sollwert' : `nahe bei ${setpoint}`}; die Klappe, zu ${opening} % offen, hält das.`,
    },
    'at-target': {
      label: ({ temperature, setpoint }) =>
        temperature === setpoint ? `${setpoint} erreicht` : `Nahe bei ${setpoint}`,
      sentence: ({ temperature, setpoint, inLeader }) =>
        temperature === setpoint
          ? `${setpoint}${inLeader} ist erreicht; es ist nichts zu tun.`
          : `Mit ${temperature} nahe bei ${setpoint}${inLeader}; es ist nichts zu tun.`,
    },
    'damper-opening': {
      label: () => 'Klappe öffnet',
      sentence: ({ temperature, setpoint }) =>
        `Bei ${temperature} öffnet die Klappe, um ${setpoint} zu erreichen.`,
    },
    'waits-to-cool': {
      label: () => 'Wartet auf kühle Luft',
      sentence: ({ temperature, setpoint, inLeader }) =>
        `Bei ${temperature} muss auf ${setpoint}${inLeader} gekühlt werden, und das Gerät macht Pause.`,
    },
    'waits-to-heat': {
      label: () => 'Wartet auf warme Luft',
      sentence: ({ temperature, setpoint, inLeader }) =>
        `Bei ${temperature} muss auf ${setpoint}${inLeader} geheizt werden, und das Gerät macht Pause.`,
    },
    'too-warm': {
      label: ({ setpoint }) => `Über ${setpoint}, keine Kühlung`,
      sentence: ({ temperature, setpoint, inLeader }) =>
        `Mit ${temperature} über ${setpoint}${inLeader}; das Gerät kühlt jetzt nicht.`,
    },
    'too-cool': {
      label: ({ setpoint }) => `Unter ${setpoint}, keine Heizung`,
      sentence: ({ temperature, setpoint, inLeader }) =>
        `Mit ${temperature} unter ${setpoint}${inLeader}; das Gerät heizt jetzt nicht.`,
    },
    'set-to-cool': {
      label: ({ setpoint }) => `Soll auf ${setpoint} kühlen`,
      sentence: ({ setpoint }) =>
        `Ist eingeschaltet und soll auf ${setpoint} kühlen; es meldet keine Temperatur.`,
    },
    'set-to-heat': {
      label: ({ setpoint }) => `Soll auf ${setpoint} heizen`,
      sentence: ({ setpoint }) =>
        `Ist eingeschaltet und soll auf ${setpoint} heizen; es meldet keine Temperatur.`,
    },
    'set-to-dry': {
      label: () => 'Soll entfeuchten',
      sentence: () => 'Ist eingeschaltet und soll die Luft entfeuchten; es meldet keine Temperatur.',
    },
    'set-to-auto': {
      label: ({ setpoint }) => `Soll ${setpoint} halten`,
      sentence: ({ setpoint }) =>
        `Ist eingeschaltet und kühlt oder heizt auf ${setpoint}; es meldet keine Temperatur.`,
    },
  },
});

export const status: Translation<typeof original> = {
  label: ({ status, write }) => toLabel(status, write),
  sentence: ({ status, write }) => toSentence(status, write),
  cool: 'Kühlen',
  heat: 'Heizen',
  vent: 'Nur Lüfter',
  idle: 'Leerlauf',
  off: 'Aus',
};
