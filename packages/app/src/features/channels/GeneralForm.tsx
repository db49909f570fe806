import { type Channel, channelProblems } from '@kreide/core/features/channels';
import { addDays, toInstant, toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Channels.module.css';
import {
  channelQuery,
  renewCode,
  setLeavable,
  setMemberlist,
  setOneway,
  setState,
  updateChannel,
} from './channels-queries.ts';

/** What a channel says and how it is; each switch counts at once. */
export function GeneralForm({ channel }: { channel: Channel }) {
  const { id, type, code, is_twoway, is_leavable, is_hidden_memberlist, is_disabled } = channel;
  const { t } = useTranslation('channels');
  const copy = useCopyTexts();
  const one = { params: { id: String(id) } };
  const oneway = useMutation(setOneway);
  const leavable = useMutation(setLeavable);
  const memberlist = useMutation(setMemberlist);
  const state = useMutation(setState);
  const renew = useMutation(renewCode);
  const isCustom = type === 'CUSTOM';
  return (
    <>
      <WordsForm channel={channel} />
      <Switch
        isSelected={is_twoway}
        onChange={(next) => oneway.mutate({ ...one, body: { is_twoway: next, twoway_expires_at: null } })}
      >
        {t('form.twoway')}
      </Switch>
      {isCustom && (
        <Switch isSelected={is_leavable} onChange={(next) => leavable.mutate({ ...one, body: { is_leavable: next } })}>
          {t('form.leavable')}
        </Switch>
      )}
      <Switch
        isSelected={is_hidden_memberlist}
        onChange={(next) => memberlist.mutate({ ...one, body: { is_hidden_memberlist: next } })}
      >
        {t('form.hidden')}
      </Switch>
      <Switch isSelected={is_disabled} onChange={(next) => state.mutate({ ...one, body: { is_disabled: next } })}>
        {t('form.disabled')}
      </Switch>
      {isCustom && (
        <CopyField
          label={t('form.code')}
          description={t('form.codeAbout')}
          value={code ?? '–'}
          texts={copy}
          action={
            <Button icon="refresh" isPending={renew.isPending} onPress={() => renew.mutate(one)}>
              {t('form.newCode')}
            </Button>
          }
        />
      )}
    </>
  );
}

/** The last day on which is written; empty: there is none. */
const lastDayOf = (expiresAt: string | null, timeZone: string): string =>
  expiresAt === null ? '' : toLocal(new Date(Date.parse(expiresAt) - 1), timeZone).date;

interface ChannelWords {
  name: string;
  description: string;
  last_day: string;
}

const toWords = ({ name, meta, description, expires_at }: Channel, timeZone: string): ChannelWords => ({
  name: name ?? meta.displayname,
  description: description ?? '',
  last_day: lastDayOf(expires_at, timeZone),
});

function WordsForm({ channel }: { channel: Channel }) {
  const { t, language } = useTranslation('channels');
  const { time_zone } = useSelf().school;
  const today = toLocal(new Date(), time_zone).date;
  const save = useMutation(updateChannel);
  const isCustom = channel.type === 'CUSTOM';
  const form = useForm({
    initial: () => toWords(channel, time_zone),
    item: channel,
    latest: { item: channel, values: toWords(channel, time_zone) },
    problems: (values) =>
      channelProblems(values).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    send: ({ name, description, last_day }, { id, color, updated_at }) => {
      const expires_at = last_day === '' ? null : toInstant(addDays(last_day, 1), '00:00', time_zone).toISOString();
      return save.mutateAsync({
        params: { id: String(id) },
        body: { name, description: description || null, color, ...(isCustom && { expires_at }), updated_at },
      });
    },
    onSaved: () => toasts.show('success', t('edit.saved')),
    newest: async () => {
      const item = await queries.fetchQuery({ ...channelQuery(String(channel.id)), staleTime: 0 });
      return { item, values: toWords(item, time_zone) };
    },
  });
  const { values, change, errorOf } = form;
  const parts = [
    { label: t('form.name'), show: ({ name }: ChannelWords) => name },
    { label: t('form.description'), show: ({ description }: ChannelWords) => description },
    {
      label: t('form.ends'),
      show: ({ last_day }: ChannelWords) => last_day && writeDate(language, last_day, 'long'),
    },
  ];
  return (
    <Form form={form} className={styles.form} parts={parts}>
      <TextField
        label={t('form.name')}
        name="name"
        isDisabled={!isCustom}
        description={isCustom ? undefined : t('form.generated')}
        value={isCustom ? values.name : channel.meta.displayname}
        onChange={(name) => change({ name })}
        errorMessage={errorOf('name')}
      />
      <TextField
        label={t('form.description')}
        name="description"
        value={values.description}
        onChange={(description) => change({ description })}
        errorMessage={errorOf('description')}
      />
      {isCustom && (
        <>
          <DatePicker
            label={t('form.ends')}
            value={values.last_day}
            onChange={(last_day) => change({ last_day })}
            min={values.last_day !== '' && values.last_day < today ? values.last_day : today}
            fallback=""
            isRequired={false}
          />
          <p className={styles.note}>{t('form.endsAbout')}</p>
          {values.last_day !== '' && (
            <div>
              <Button onPress={() => change({ last_day: '' })}>{t('form.noEnd')}</Button>
            </div>
          )}
        </>
      )}
      <Problem text={form.failure} />
      <div>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('edit.save')}
        </Button>
      </div>
    </Form>
  );
}
