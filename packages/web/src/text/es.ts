import { account } from './es/account.ts';
import { alerts } from './es/alerts.ts';
import { app } from './es/app.ts';
import { bridge } from './es/bridge.ts';
import { chart } from './es/chart.ts';
import { cloudRefusal } from './es/cloudRefusal.ts';
import { common } from './es/common.ts';
import { console } from './es/console.ts';
import { control } from './es/control.ts';
import { defined } from './es/defined.ts';
import { definition } from './es/definition.ts';
import { design } from './es/design.ts';
import { energy } from './es/energy.ts';
import { enumeration } from './es/enumeration.ts';
import { explain } from './es/explain.ts';
import { explainChange } from './es/explainChange.ts';
import { explainStep } from './es/explainStep.ts';
import { fault } from './es/fault.ts';
import { garden } from './es/garden.ts';
import { group } from './es/group.ts';
import { health } from './es/health.ts';
import { history } from './es/history.ts';
import { house } from './es/house.ts';
import { install } from './es/install.ts';
import { installation } from './es/installation.ts';
import { lights } from './es/lights.ts';
import { live } from './es/live.ts';
import { notification } from './es/notification.ts';
import { oneDate } from './es/oneDate.ts';
import { reading } from './es/reading.ts';
import { refusal } from './es/refusal.ts';
import { schedule } from './es/schedule.ts';
import { settings } from './es/settings.ts';
import { sharing } from './es/sharing.ts';
import { signIn } from './es/signIn.ts';
import { simulator } from './es/simulator.ts';
import { status } from './es/status.ts';
import { timeZone } from './es/timeZone.ts';
import { wall } from './es/wall.ts';
import { warning } from './es/warning.ts';
import { welcome } from './es/welcome.ts';
import type { Catalogue } from './text.ts';

/** The texts of the pages in Spanish. */
export const spanish: Catalogue = {
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
