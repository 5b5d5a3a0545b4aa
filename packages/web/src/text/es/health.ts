import type { health as original } from '../en/health.ts';
import type { Translation } from '../formatter.ts';

export const health: Translation<typeof original> = {
  title: 'Estado',
  well: 'Todo está bien',
  count: ({ count }, format) =>
    format.plural(count, { one: 'Una cosa requiere atención', other: `${count} cosas requieren atención` }),
  now: 'Qué va mal ahora y qué hacer',
  was: 'Qué fue mal',
  nothingWas: 'En los últimos 30 días no se registró ninguna avería.',
  began: ({ name }) => `${name}: avería`,
  over: ({ name }) => `${name}: resuelta`,
  sensors: 'Pilas y radio',
  sensor: ({ battery, signal }) => `pila ${battery}, radio ${signal}`,
  filter: 'Filtro de aire',
  filterDue: 'Hay que limpiarlo',
  filterWell: ({ months }, format) =>
    format.plural(months, { one: 'Aún no; cada mes', other: `Aún no; cada ${months} meses` }),
  filterOff: 'No hay recordatorio',
  heard: 'Última respuesta',
  device: 'El puente real',
  house: 'La casa',
  bundle: 'Para quien ayuda',
  bundleHelp:
    'El paquete contiene la versión, el estado y lo último que pasó, sin nombres, claves, tokens ni direcciones.',
  download: 'Descargar diagnóstico',
  fault: ({ name, fault }) => `${name}: ${fault}`,
};
