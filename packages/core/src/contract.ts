/**
 * The only registry: one line per feature, sorted. The server mounts it; OpenAPI and the rights tables are checked
 * against it.
 */
import * as absences from './features/absences/api.ts';
import * as activationLetters from './features/activation-letters/api.ts';
import * as audit from './features/audit/api.ts';
import * as auth from './features/auth/api.ts';
import * as authDrivers from './features/auth-drivers/api.ts';
import * as authenticator from './features/authenticator/api.ts';
import * as calendar from './features/calendar/api.ts';
import * as channels from './features/channels/api.ts';
import * as choices from './features/choices/api.ts';
import * as classbook from './features/classbook/api.ts';
import * as cloud from './features/cloud/api.ts';
import * as conferences from './features/conferences/api.ts';
import * as contentMove from './features/content-move/api.ts';
import * as courses from './features/courses/api.ts';
import * as dataSync from './features/data-sync/api.ts';
import * as desk from './features/desk/api.ts';
import * as doubles from './features/doubles/api.ts';
import * as exams from './features/exams/api.ts';
import * as files from './features/files/api.ts';
import * as help from './features/help/api.ts';
import * as identityProvider from './features/identity-provider/api.ts';
import * as links from './features/links/api.ts';
import * as management from './features/management/api.ts';
import * as monitor from './features/monitor/api.ts';
import * as news from './features/news/api.ts';
import * as notifications from './features/notifications/api.ts';
import * as onboarding from './features/onboarding/api.ts';
import * as parentsEvening from './features/parents-evening/api.ts';
import * as personalData from './features/personal-data/api.ts';
import * as planner from './features/planner/api.ts';
import * as registration from './features/registration/api.ts';
import * as sales from './features/sales/api.ts';
import * as schools from './features/schools/api.ts';
import * as scim from './features/scim/api.ts';
import * as settings from './features/settings/api.ts';
import * as structure from './features/structure/api.ts';
import * as subscriptions from './features/subscriptions/api.ts';
import * as surveys from './features/surveys/api.ts';
import * as timetable from './features/timetable/api.ts';
import * as timetableImport from './features/timetable-import/api.ts';
import * as translations from './features/translations/api.ts';
import * as usage from './features/usage/api.ts';
import * as userImport from './features/user-import/api.ts';
import * as users from './features/users/api.ts';
import * as yearChange from './features/year-change/api.ts';
import type { EndpointDeclaration } from './kernel/endpoint.ts';

export const contract = {
  absences,
  'activation-letters': activationLetters,
  audit,
  auth,
  'auth-drivers': authDrivers,
  authenticator,
  calendar,
  channels,
  chat: channels.chat,
  choices,
  classbook,
  cloud,
  conferences,
  'content-move': contentMove,
  courses,
  subscriptions,
  'data-sync': dataSync,
  desk,
  exams,
  doubles,
  files,
  help,
  'identity-provider': identityProvider,
  links,
  management,
  monitor,
  news,
  notifications,
  onboarding,
  'parents-evening': parentsEvening,
  'personal-data': personalData,
  planner,
  registration,
  sales,
  schools,
  scim,
  settings,
  structure,
  surveys,
  timetable,
  'timetable-import': timetableImport,
  translations,
  usage,
  'user-import': userImport,
  users,
  'year-change': yearChange,
} as const;

export type Contract = typeof contract;

/** Is this export of an api module an endpoint (and not a constant)? */
export function isEndpoint(value: unknown): value is EndpointDeclaration {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;
}

/** Every endpoint with its name `<feature>.<verb>`. */
export function endpointsOf(
  features: Record<string, Record<string, unknown>> = contract,
): { name: string; endpoint: EndpointDeclaration }[] {
  return Object.entries(features).flatMap(([feature, api]) =>
    Object.entries(api)
      .filter((entry): entry is [string, EndpointDeclaration] => isEndpoint(entry[1]))
      .map(([verb, endpoint]) => ({ name: `${feature}.${verb}`, endpoint })),
  );
}
