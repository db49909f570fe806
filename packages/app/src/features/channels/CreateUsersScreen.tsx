import type { Contact } from '@kreide/core/features/channels';
import { Redirect } from '../../kernel/Redirect.tsx';
import { toldApart } from '../../kernel/told-apart.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import styles from './Channels.module.css';
import { PeoplePicker } from './PeoplePicker.tsx';
import { type KeptDraft, toStep } from './use-channel-draft.ts';

/** What of a person the draft keeps. */
const toChosen = ({ id, displayname, subtitle }: Contact) => ({ id, displayname, subtitle });

/** `/channels/create/users`: who is in it from the beginning; nobody has to be (C-2.09). */
export function CreateUsersScreen({ kept: { draft, values, change } }: { kept: KeptDraft }) {
  const { t } = useTranslation(['channels', 'form']);
  if (!draft) return <Redirect to={toStep('start')} />;
  const { users } = values;
  return (
    <>
      <p role="status">{t('creation.chosen', { count: users.length })}</p>
      {users.length > 0 && (
        <div className={styles.chosen}>
          {users.map((person) => (
            <Button
              key={person.id}
              icon="close"
              aria-label={t('people.takeOut', { name: toldApart(person) })}
              onPress={() => change({ users: users.filter(({ id }) => id !== person.id) })}
            >
              {toldApart(person)}
            </Button>
          ))}
        </div>
      )}
      <PeoplePicker
        action={t('people.add')}
        chosen={users.map(({ id }) => id)}
        onPick={(person) => change({ users: [...users, toChosen(person)] })}
        onPickAll={(people) => change({ users: [...users, ...people.map(toChosen)] })}
      />
      <StepFoot>
        <LinkButton href={toStep('start')}>{t('form:steps.back')}</LinkButton>
        <LinkButton look="primary" href={toStep('finish')}>
          {t('form:steps.next')}
        </LinkButton>
      </StepFoot>
    </>
  );
}
