import type { sharing as English } from '../en/sharing.ts';
import type { Translation } from '../formatter.ts';

const may = {
  view: 'ver',
  control: 'ver y controlar',
  manage: 'ver, controlar y compartir',
} as const;

export const sharing: Translation<typeof English> = {
  title: ({ house }) => `Compartir ${house}`,
  share: 'Compartir',
  view: 'Ver',
  control: 'Controlar',
  manage: 'Administrar',
  access: 'Acceso',
  ends: 'Termina (opcional)',
  endsHint: 'En la hora de este dispositivo. Déjelo vacío para un acceso sin fin.',
  guestsWhat: 'los invitados',
  guests: 'Invitados',
  open: 'Invitaciones abiertas',
  nobody: 'Nadie más tiene acceso a esta casa.',
  you: ({ email }) => `${email} (usted)`,
  may: ({ access, until }) => `Puede ${may[access]}${until === undefined ? '' : ` hasta el ${until}`}.`,
  mayOnceAccepted: ({ access, until, expires }) =>
    `Podrá ${may[access]}${until === undefined ? '' : ` hasta el ${until}`} cuando acepte. La invitación caduca el ${expires}.`,
  guestOf: ({ owner, access, until }) =>
    `La casa de ${owner}. Usted la puede ${may[access]}${until === undefined ? '' : ` hasta el ${until}`}.`,
  change: 'Cambiar',
  save: 'Guardar',
  changeOf: ({ email }) => `Cambiar ${email}`,
  remove: 'Quitar',
  removeOf: ({ email }) => `Quitar ${email}`,
  withdraw: 'Retirar',
  withdrawOf: ({ email }) => `Retirar la invitación de ${email}`,
  inviteTitle: 'Invitar a alguien',
  invite: 'Invitar',
  mailed: ({ email }) => `La invitación va camino de ${email}.`,
  sendLink: ({ email }) =>
    `Envíe este enlace a ${email}. Sirve una vez, durante siete días, y solo se muestra aquí:`,
  link: 'Enlace',
  linkWhat: 'el enlace',
  invitation: 'Invitación',
  offer: ({ owner, house, access, until }) =>
    `${owner} le permite ${may[access]} ${house === '' ? 'una casa' : `la casa ${house}`}${until === undefined ? '' : ` hasta el ${until}`}.`,
  accept: 'Aceptar',
  decline: 'Rechazar',
  visitorLead: 'Le han invitado a una casa. Inicie sesión o cree una cuenta para ver la invitación.',
  viewOnly: 'Usted puede ver esta casa, pero no controlarla.',
};
