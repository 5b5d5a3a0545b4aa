import type { account as original } from '../en/account.ts';
import type { Translation } from '../formatter.ts';

export const account: Translation<typeof original> = {
  houses: 'Casas',
  apps: 'Aplicaciones',
  developer: 'Desarrollo',
  signOut: 'Cerrar sesión',
  noAnswer: 'Sin respuesta · Plenum',
  unreachable: 'La nube no responde',
  unreachableHelp:
    'Sus casas siguen funcionando, y sus propias páginas también. Esta página lo intenta cada pocos segundos.',
  tryNow: 'Intentar ahora',
  loadingWhat: ({ what }) => `Cargando: ${what}`,
  lastData: 'Se muestran los últimos datos conocidos.',
  retries: 'Se reintenta automáticamente.',
  revokeQuestion: ({ name }) => `¿Retirar el acceso a ${name}?`,
  revokeEnds: 'Ya no podrá ver ni controlar sus casas, ni recibirá más eventos.',
  revokeKeeps: 'Conserva los datos que ya ha recibido.',
  revokeAgain: 'Puede volver a permitirlo cuando lo pida.',
  keepIt: 'Mantener',
  revokeIt: 'Retirar',
  seesAndControls: 'Ve y controla el clima de sus casas',
  revokeOf: ({ name }) => `Retirar el acceso a ${name}`,
  revoke: 'Retirar el acceso',
  noApps: 'Ninguna aplicación tiene acceso',
  noAppsHelp:
    'Cuando una aplicación pide acceso a sus casas, usted lo permite o lo deniega en esta nube. Las aplicaciones autorizadas aparecen en esta página y puede retirarles el acceso en cualquier momento.',
  appsLead: 'Las aplicaciones que pueden ver y controlar sus casas.',
  appsWhat: 'las aplicaciones con acceso',
};
