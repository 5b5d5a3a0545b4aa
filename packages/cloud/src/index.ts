export { type Clock, systemClock } from '@plenum/platform';
export type { AnswerAssistant, AssistantMessage } from './api/assistants/shape.ts';
export type { Adoption } from './api/development-mode/adopt-bridge.ts';
export type { Development } from './api/development-mode/development.ts';
export type { ExampleAppPlace, Registered } from './api/development-mode/example-app.ts';
export type {
  Onboarding,
  OnboardingApp,
  OnboardingClock,
  OnboardingHouse,
} from './api/development-mode/onboarding.ts';
export { type AuditLine, type AuditLog, openAuditLog } from './identity/account/audit/audit-log.ts';
export type { SmtpConfig } from './identity/mail/smtp.ts';
export { storeFile } from './kernel/database/sqlite/engine.ts';
export type { Store, StorePlace } from './kernel/database/store.ts';
export { cloudFailures } from './kernel/failure/failure.ts';
export { createLog } from './kernel/log/create-log.ts';
export type { Log } from './kernel/log/log.ts';
export { checkCloud } from './operator/check/check-cloud.ts';
export type { CloudToCheck } from './operator/check/cloud-to-check.ts';
export { migrateStore } from './operator/migrate-store.ts';
export { type ReleasedFrom, releaseBridge } from './operator/release-bridge.ts';
export { type AuthenticatorReset, resetAuthenticator } from './operator/reset-authenticator.ts';
export type { BridgeHosting } from './sandbox/port.ts';
export { type ClimateCloud, startClimateCloud } from './start/climate-cloud.ts';
export type { ClimateCloudConfig } from './start/cloud-config.ts';
