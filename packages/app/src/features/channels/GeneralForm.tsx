import { type Channel, channelProblems } from '@kreide/core/features/channels';
import { addDays, toInstant, toLocal } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
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
import { renewCode, setLeavable, setMemberlist, setOneway, setState, updateChannel } from './channels-queries.ts';

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

function WordsForm({ channel }: { channel: Channel }) {
  const { t } = useTranslation(['channels', 'errors']);
  const [name, setName] = useState(channel.name ?? channel.meta.displayname);
  const [description, setDescription] = useState(channel.description ?? '');
  const { time_zone } = useSelf().school;
  const today = toLocal(new Date(), time_zone).date;
  const [lastDay, setLastDay] = useState(() => lastDayOf(channel.expires_at, time_zone));
  const [hasTried, setTried] = useState(false);
  const save = useMutation({ ...updateChannel, onSuccess: () => toasts.show('success', t('edit.saved')) });
  const isCustom = channel.type === 'CUSTOM';
  const problems = channelProblems({ name, description });
  const errorOf = (wanted: 'name' | 'description') => {
    const problem = hasTried ? problems.find(({ field }) => field === wanted) : undefined;
    return problem && t(`rules.${problem.rule}`, problem.params);
  };
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    if (problems.length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    if (save.isPending) return;
    const { id, color, updated_at } = channel;
    const expires_at = lastDay === '' ? null : toInstant(addDays(lastDay, 1), '00:00', time_zone).toISOString();
    save.mutate({
      params: { id: String(id) },
      body: { name, description: description || null, color, ...(isCustom && { expires_at }), updated_at },
    });
  }
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <TextField
        label={t('form.name')}
        name="name"
        isDisabled={!isCustom}
        description={isCustom ? undefined : t('form.generated')}
        value={isCustom ? name : channel.meta.displayname}
        onChange={setName}
        errorMessage={errorOf('name')}
      />
      <TextField
        label={t('form.description')}
        name="description"
        value={description}
        onChange={setDescription}
        errorMessage={errorOf('description')}
      />
      {isCustom && (
        <>
          <DatePicker
            label={t('form.ends')}
            value={lastDay}
            onChange={setLastDay}
            min={lastDay !== '' && lastDay < today ? lastDay : today}
            fallback=""
            isRequired={false}
          />
          <p className={styles.note}>{t('form.endsAbout')}</p>
          {lastDay !== '' && (
            <div>
              <Button onPress={() => setLastDay('')}>{t('form.noEnd')}</Button>
            </div>
          )}
        </>
      )}
      <Problem text={save.error ? t(`errors:${save.error.code}`) : null} />
      <div>
        <Button type="submit" look="primary" isPending={save.isPending}>
          {t('edit.save')}
        </Button>
      </div>
    </form>
  );
}
