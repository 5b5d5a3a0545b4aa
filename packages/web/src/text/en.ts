import { account } from './en/account.ts';
import { alerts } from './en/alerts.ts';
import { app } from './en/app.ts';
import { bridge } from './en/bridge.ts';
import { chart } from './en/chart.ts';
import { cloudRefusal } from './en/cloudRefusal.ts';
import { common } from './en/common.ts';
import { console } from './en/console.ts';
import { control } from './en/control.ts';
import { defined } from './en/defined.ts';
import { definition } from './en/definition.ts';
import { design } from './en/design.ts';
import { energy } from './en/energy.ts';
import { enumeration } from './en/enumeration.ts';
import { explain } from './en/explain.ts';
import { explainChange } from './en/explainChange.ts';
import { explainStep } from './en/explainStep.ts';
import { fault } from './en/fault.ts';
import { garden } from './en/garden.ts';
import { group } from './en/group.ts';
import { health } from './en/health.ts';
import { history } from './en/history.ts';
import { house } from './en/house.ts';
import { install } from './en/install.ts';
import { installation } from './en/installation.ts';
import { lights } from './en/lights.ts';
import { live } from './en/live.ts';
import { notification } from './en/notification.ts';
import { oneDate } from './en/oneDate.ts';
import { reading } from './en/reading.ts';
import { refusal } from './en/refusal.ts';
import { schedule } from './en/schedule.ts';
import { settings } from './en/settings.ts';
import { sharing } from './en/sharing.ts';
import { signIn } from './en/signIn.ts';
import { simulator } from './en/simulator.ts';
import { status } from './en/status.ts';
import { timeZone } from './en/timeZone.ts';
import { wall } from './en/wall.ts';
import { warning } from './en/warning.ts';
import { welcome } from './en/welcome.ts';

/** The texts of the pages in English, the language in which they are written first. One file for each part. */
export const english = {
  app,
  common,
  sharing,
  signIn,
  settings,
  account,
  control,
  definition,
  design,
  explain,
  explainStep,
  explainChange,
  health,
  garden,
  simulator,
  group,
  install,
  installation,
  alerts,
  notification,
  lights,
  live,
  history,
  status,
  fault,
  timeZone,
  wall,
  warning,
  reading,
  enumeration,
  house,
  energy,
  oneDate,
  schedule,
  refusal,
  cloudRefusal,
  chart,
  defined,
  welcome,
  console,
  bridge,
};

export type English = typeof english;
