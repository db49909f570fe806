import type { Client } from '@kreide/core/client';
import { absencesApi } from '@kreide/core/features/absences';
import { channelsApi } from '@kreide/core/features/channels';
import { notificationsApi } from '@kreide/core/features/notifications';
import { personalDataApi } from '@kreide/core/features/personal-data';
import { APPLICATION_PATHS, applicationApi, childRequestApi } from '@kreide/core/features/registration';
import {
  schoolPermissionsApi,
  schoolProductQuestionApi,
  schoolSecondStepApi,
  schoolsApi,
} from '@kreide/core/features/schools';
import { deletionApi } from '@kreide/core/features/settings';
import type { EndpointDeclaration } from '@kreide/core/kernel';

/** A setting as it goes over the wire, alone or in groups. */
export type SettingValue = string | number | boolean | null | readonly unknown[] | SettingValues;
export interface SettingValues {
  readonly [name: string]: SettingValue;
}

/** What reading and writing needs. */
export interface Calls {
  readonly client: Client;
  readonly id: string;
  readonly signal: AbortSignal;
}

/** Settings that are read and written together. */
export interface SettingGroup {
  read(calls: Calls): Promise<SettingValues>;
  /** `path` names the setting that is another one now. */
  write(calls: Calls, values: SettingValues, path: readonly string[]): Promise<SettingValues>;
  /** Does the contract take this? */
  accepts(values: SettingValues, path: readonly string[]): boolean;
}

interface Taking extends EndpointDeclaration {
  readonly body: NonNullable<EndpointDeclaration['body']> & {
    safeParse(value: unknown): { readonly success: boolean };
    readonly shape: object;
  };
}

/** Values of any endpoint: the table below names which; their types meet in what the wire can carry. */
async function ask(
  { client, id, signal }: Calls,
  endpoint: EndpointDeclaration,
  { body, params }: { body?: SettingValues; params?: object } = {},
): Promise<SettingValues> {
  const args = { params: { id, ...params }, ...(body === undefined ? {} : { body }) };
  const call = client.call as (to: EndpointDeclaration, args: object, options: object) => Promise<unknown>;
  return ((await call(endpoint, args, { signal })) as { data: SettingValues }).data;
}

/** What an answer has beside the settings is not set. */
const settable = (values: SettingValues, { body }: Taking): SettingValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in body.shape));

const group = (get: EndpointDeclaration, update: Taking): SettingGroup => ({
  read: async (calls) => settable(await ask(calls, get), update),
  write: async (calls, body) => settable(await ask(calls, update, { body }), update),
  accepts: (values) => update.body.safeParse(values).success,
});

/** The pages on which people apply, one for each kind. */
const applications: SettingGroup = {
  async read(calls) {
    const { pages } = await ask(calls, applicationApi.listApplicationPages);
    return Object.fromEntries(
      (pages as { type: string; is_open: boolean; content: string }[]).map(({ type, is_open, content }) => [
        type.toLowerCase(),
        { is_open, content },
      ]),
    );
  },
  async write(calls, values, [type = '']) {
    const { pages: known } = await ask(calls, applicationApi.listApplicationPages);
    const now = (known as { type: string; updated_at: string | null }[]).find((one) => one.type.toLowerCase() === type);
    const body = { ...(values[type] as SettingValues), updated_at: now?.updated_at ?? null };
    const { is_open = false, content = '' } = await ask(calls, applicationApi.updateApplicationPage, {
      body,
      params: { type },
    });
    return { ...values, [type]: { is_open, content } };
  },
  accepts: (values, [type]) =>
    APPLICATION_PATHS.some((one) => one === type) &&
    applicationApi.updateApplicationPage.body.safeParse({ ...(values[type ?? ''] as object), updated_at: null })
      .success,
};

/** Quiet hours and digests: what people see of them stands in their own settings. */
const notifications: SettingGroup = {
  async read(calls) {
    const { school_quiet: quiet = {}, digest_at = null } = await ask(calls, notificationsApi.getSettings, {
      params: { id: 'self' },
    });
    return { quiet, digest_at };
  },
  write: (calls, body) => ask(calls, notificationsApi.updateSchoolSettings, { body }),
  accepts: (values) => notificationsApi.updateSchoolSettings.body.safeParse(values).success,
};

/** Everything that an administrator sets for the whole school, by the first word of its key. */
export const SETTING_GROUPS: Readonly<Record<string, SettingGroup>> = {
  absences: group(absencesApi.getSettings, absencesApi.updateSettings),
  applications,
  channels: group(channelsApi.getSettings, channelsApi.updateSettings),
  child_requests: group(childRequestApi.getChildRequestRules, childRequestApi.updateChildRequestRules),
  deletion: group(deletionApi.getDeletionRules, deletionApi.updateDeletionRules),
  notifications,
  product_question: group(schoolProductQuestionApi.getProductQuestion, schoolProductQuestionApi.updateProductQuestion),
  public: group(schoolsApi.getPublicAccess, schoolsApi.updatePublicAccess),
  retention: group(personalDataApi.getRetention, personalDataApi.updateRetention),
  school: group(schoolPermissionsApi.getPermissions, schoolPermissionsApi.updatePermissions),
  second_step: group(schoolSecondStepApi.getSecondStepRule, schoolSecondStepApi.updateSecondStepRule),
};
