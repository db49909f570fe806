import { type Channel, channelProblems } from '@kreide/core/features/channels';
import { toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Channels.module.css';
import { ColourChoice, nameOfColour } from './ColourChoice.tsx';
import {
  channelQuery,
  renewCode,
  setLeavable,
  setMemberlist,
  setOneway,
  setState,
  updateChannel,
} from './channels-queries.ts';
import { EndField } from './EndField.tsx';
import { endOfDay, lastDayOf } from './last-day.ts';

/** The texts and settings of a channel; each switch counts at once. */
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
        onChange={(is_twoway) => oneway.mutate({ ...one, body: { is_twoway, twoway_expires_at: endToKeep(channel) } })}
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

/** The end of two-way writing that a switch leaves as it is; one that has passed would end it again at once. */
const endToKeep = ({ twoway_expires_at: end }: Channel): string | null =>
  end !== null && Date.parse(end) > Date.now() ? end : null;

interface ChannelWords {
  name: string;
  description: string;
  color: string | null;
  last_day: string;
  last_reply: string;
}

const toWords = (
  { name, meta, description, color, expires_at, twoway_expires_at }: Channel,
  timeZone: string,
): ChannelWords => ({
  name: name ?? meta.displayname,
  description: description ?? '',
  color,
  last_day: lastDayOf(expires_at, timeZone),
  last_reply: lastDayOf(twoway_expires_at, timeZone),
});

function WordsForm({ channel }: { channel: Channel }) {
  const { t, language } = useTranslation('channels');
  const { time_zone } = useSelf().school;
  const today = toLocal(new Date(), time_zone).date;
  const save = useMutation(updateChannel);
  const oneway = useMutation(setOneway);
  const isCustom = channel.type === 'CUSTOM';
  const form = useForm({
    initial: () => toWords(channel, time_zone),
    item: channel,
    latest: { item: channel, values: toWords(channel, time_zone) },
    problems: (values) =>
      channelProblems(values).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    async send({ name, description, color, last_day, last_reply }, { id, twoway_expires_at, updated_at }) {
      const params = { id: String(id) };
      const ends = isCustom && { expires_at: endOfDay(last_day, time_zone) };
      const saved = await save.mutateAsync({
        params,
        body: { name, description: description || null, color, ...ends, updated_at },
      });
      if (!saved.is_twoway || last_reply === lastDayOf(twoway_expires_at, time_zone)) return saved;
      const body = { is_twoway: true, twoway_expires_at: endOfDay(last_reply, time_zone) };
      return oneway.mutateAsync({ params, body });
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
    { label: t('form.colour'), show: ({ color }: ChannelWords) => t(`colours.${nameOfColour(color)}`) },
    {
      label: t('form.ends'),
      show: ({ last_day }: ChannelWords) => last_day && writeDate(language, last_day, 'long'),
    },
    {
      label: t('form.replyEnds'),
      show: ({ last_reply }: ChannelWords) => last_reply && writeDate(language, last_reply, 'long'),
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
      <ColourChoice
        letters={channel.avatar.letters}
        id={channel.avatar.id}
        value={values.color}
        onChange={(color) => change({ color })}
      />
      {isCustom && (
        <EndField
          texts={{ label: t('form.ends'), about: t('form.endsAbout'), none: t('form.noEnd') }}
          value={values.last_day}
          today={today}
          onChange={(last_day) => change({ last_day })}
        />
      )}
      {channel.is_twoway && (
        <EndField
          texts={{ label: t('form.replyEnds'), about: t('form.replyEndsAbout'), none: t('form.noReplyEnd') }}
          value={values.last_reply}
          today={today}
          onChange={(last_reply) => change({ last_reply })}
        />
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
