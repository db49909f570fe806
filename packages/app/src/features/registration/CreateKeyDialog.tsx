import { type CreatedKey, type KeyPerson, registrationApi } from '@kreide/core/features/registration';
import { ApiError } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useProblemWords } from '../auth/index.ts';
import styles from './Keys.module.css';

interface CreateKeyDialogProps {
  onMade: (made: CreatedKey) => void;
  onClose: () => void;
}

const WHO = ['known', 'new'] as const;
const TYPES = ['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE'] as const;
/** As the server asks for. */
const KEYWORD_MINIMUM = 2;

/** For whom a code is: somebody of the school, or somebody new. */
export function CreateKeyDialog({ onMade, onClose }: CreateKeyDialogProps) {
  const { t } = useTranslation(['registration', 'shell']);
  const toWords = useProblemWords();
  const formId = useId();
  const [who, setWho] = useState<(typeof WHO)[number]>('known');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const options = { messages: false, touches: [registrationApi.listKeys] };
  const create = useMutation(mutationOf(registrationApi.createKeys, options));

  async function make(work: () => Promise<CreatedKey | undefined>): Promise<void> {
    setProblem(null);
    try {
      const made = await work();
      if (made) onMade(made);
    } catch (thrown) {
      const error = ApiError.from(thrown);
      setProblem(error.issues[0]?.message ?? toWords(error));
    }
  }
  const makeFor = (person: KeyPerson) =>
    make(async () => {
      const kind = person.is_pending ? ('account' as const) : ('child' as const);
      return (await create.mutateAsync({ body: { kind, user_ids: [person.id] } }))[0];
    });

  return (
    <Dialog
      isOpen
      title={t('keys.create')}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{t('keys.cancel')}</Button>
          {who === 'new' && (
            <Button type="submit" form={formId} look="primary" isPending={isAdding}>
              {t('keys.add')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <ChoiceList
          label={t('keys.who.label')}
          options={WHO.map((key) => ({ key, text: t(`keys.who.${key}`) }))}
          value={who}
          onChange={setWho}
        />
        {who === 'known' ? (
          <KnownPerson onChoose={makeFor} />
        ) : (
          <NewPerson id={formId} onMade={onMade} onPending={setAdding} />
        )}
        <Problem text={problem} />
      </div>
    </Dialog>
  );
}

function KnownPerson({ onChoose }: { onChoose: (person: KeyPerson) => void }) {
  const { t } = useTranslation('registration');
  const [text, setText] = useState('');
  const [keyword, setKeyword] = useState('');
  useDebounced(text, (value) => setKeyword(value.trim()));
  const people = useQuery({
    ...queryOf(registrationApi.listKeyPeople, { query: { keyword } }),
    enabled: [...keyword].length >= KEYWORD_MINIMUM,
  });
  const found = people.data ?? [];
  return (
    <>
      <SearchField
        label={t('keys.search')}
        description={t('keys.searchHint')}
        value={text}
        onChange={setText}
        onSubmit={(value) => setKeyword(value.trim())}
        autoFocus
      />
      <p role="status" className={styles.intro}>
        {people.data?.length === 0 && t('keys.nobody')}
      </p>
      {found.length > 0 && (
        <RowList label={t('keys.search')}>
          {found.map((person) => (
            <ActionRow
              key={person.id}
              icon="user"
              text={person.displayname}
              about={[
                t(`types.${person.type}`),
                person.grade,
                t(person.is_pending ? 'keys.kind.account' : 'keys.kind.child'),
              ]
                .filter(Boolean)
                .join(' · ')}
              onPress={() => onChoose(person)}
            />
          ))}
        </RowList>
      )}
    </>
  );
}

interface NewPersonProps {
  id: string;
  onMade: (made: CreatedKey) => void;
  onPending: (isPending: boolean) => void;
}

function NewPerson({ id, onMade, onPending }: NewPersonProps) {
  const { t } = useTranslation('registration');
  const toWords = useProblemWords();
  const add = useMutation(
    mutationOf(registrationApi.createPerson, { messages: false, touches: [registrationApi.listKeys] }),
  );
  const first: { firstname: string; lastname: string; type: (typeof TYPES)[number] } = {
    firstname: '',
    lastname: '',
    type: 'STUDENT',
  };
  const form = useForm({
    initial: first,
    problems: ({ firstname, lastname }) =>
      blankProblems({ firstname, lastname }, { firstname: t('rules.required'), lastname: t('rules.required') }),
    send: ({ firstname, lastname, type }) =>
      add.mutateAsync({
        body: { firstname: firstname.trim(), lastname: lastname.trim(), type, grade_id: null },
      }),
    onSaved: onMade,
    toWords,
  });
  const { values, change, errorOf, isPending } = form;
  useEffect(() => onPending(isPending), [onPending, isPending]);
  return (
    <BareForm form={form} id={id} className={styles.form}>
      <TextField
        label={t('credentials.firstname')}
        autoComplete="off"
        value={values.firstname}
        onChange={(firstname) => change({ firstname })}
        errorMessage={errorOf('firstname')}
      />
      <TextField
        label={t('credentials.lastname')}
        autoComplete="off"
        value={values.lastname}
        onChange={(lastname) => change({ lastname })}
        errorMessage={errorOf('lastname')}
      />
      <ChoiceList
        label={t('keys.type')}
        options={TYPES.map((key) => ({ key, text: t(`types.${key}`) }))}
        value={values.type}
        onChange={(type) => change({ type })}
      />
      <Problem text={form.failure} />
    </BareForm>
  );
}
