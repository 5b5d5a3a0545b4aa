import type { group as original } from '../en/group.ts';
import type { Translation } from '../formatter.ts';

export const group: Translation<typeof original> = {
  allRooms: 'Todas las habitaciones',
  allOff: 'Apagar todo',
  allOffDone: 'Todo está apagado.',
  setTo: 'Ajustar a',
  other: 'Otra consigna',
  chooseAll: 'Elegir todas',
  chooseNone: 'No elegir ninguna',
  undo: 'Deshacer',
  undone: 'Restaurado.',
  active: 'Activo',
  set: ({ degrees }) => `Ajustar a ${degrees}`,
  allSet: ({ degrees }) => `Todas las habitaciones están a ${degrees}.`,
  someSet: ({ count, degrees }, format) =>
    format.plural(count, {
      one: `Una habitación está a ${degrees}.`,
      other: `${format.number(count)} habitaciones están a ${degrees}.`,
    }),
  nearest: ({ rooms, degrees }) => `${rooms}: ${degrees}, lo más cercano posible.`,
  started: ({ name }) => `${name} se ha iniciado.`,
  modeSet: ({ mode }) => `El modo es ${mode}.`,
  activeUntil: ({ time }) => `Activo hasta las ${time}`,
  changedRooms: ({ count }, format) =>
    format.plural(count, {
      one: 'una habitación cambiada',
      other: `${format.number(count)} habitaciones cambiadas`,
    }),
  setGroup: ({ name, degrees }) => `${degrees}, ajustar ${name}`,
  groupSet: ({ name, degrees }) => `${name}: ajustado a ${degrees}.`,
  switchOff: ({ name }) => `Apagar ${name}`,
  switchOn: ({ name }) => `Encender ${name}`,
  groupOff: ({ name }) => `${name}: apagado.`,
  groupOn: ({ name }) => `${name}: encendido.`,
  rooms: ({ count }, format) =>
    format.plural(count, { one: 'una habitación', other: `${format.number(count)} habitaciones` }),
  groups: 'Grupos',
  add: 'Nuevo grupo',
  none: 'Todavía no hay grupos. Un grupo tiene un nombre, como Planta alta, y se ajusta y se enciende como uno solo.',
  name: 'Nombre del grupo',
  save: 'Guardar el grupo',
  edit: 'Cambiar',
  editOne: ({ name }) => `Cambiar ${name}`,
  removeOne: ({ name }) => `Quitar ${name}`,
  removed: ({ name }) => `${name} ya no es un grupo.`,
  filter: 'Grupo',
  everyRoom: 'Todas las habitaciones',
  ungrouped: 'Sin grupo',
  otherRooms: 'Otras habitaciones',
};
