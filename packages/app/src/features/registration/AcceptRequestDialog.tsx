import {
  CODE_WAYS,
  type CreatedKey,
  childRequestApi,
  type ReceivedChildRequest,
  registrationApi,
} from '@kreide/core/features/registration';
import { ApiError } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { useProblemWords } from '../auth/index.ts';
import styles from './Keys.module.css';

/** As the server asks for. */
const KEYWORD_MINIMUM = 2;

interface AcceptRequestDialogProps {
  request: ReceivedChildRequest;
  /** A code that has to be handed over. */
  onMade: (made: CreatedKey) => void;
  onClose: () => void;
}

/** Which child of the school is meant, and how its code comes to the parent. */
export function AcceptRequestDialog({ request, onMade, onClose }: AcceptRequestDialogProps) {
  const { t } = useTranslation(['registration', 'shell']);
  const toWords = useProblemWords();
  const { firstname, lastname, parent } = request;
  const name = `${firstname} ${lastname}`;
  const [text, setText] = useState(name);
  const [keyword, setKeyword] = useState(name);
  const [way, setWay] = useState<(typeof CODE_WAYS)[number]>(parent.has_email ? 'mail' : 'letter');
  const [problem, setProblem] = useState<string | null>(null);
  useDebounced(text, (value) => setKeyword(value.trim()));
  const people = useQuery({
    ...queryOf(registrationApi.listKeyPeople, { query: { keyword } }),
    enabled: [...keyword].length >= KEYWORD_MINIMUM,
  });
  const found = (people.data ?? []).filter(({ type }) => type === 'STUDENT');
  const accept = useMutation({
    ...mutationOf(childRequestApi.acceptChildRequest, {
      messages: false,
      touches: [childRequestApi.listChildRequests, registrationApi.listKeys],
    }),
    onSuccess: (made) => {
      if (way === 'letter') return onMade(made);
      toasts.show('success', t('requests.mailed'));
      onClose();
    },
    onError: (thrown) => {
      const error = ApiError.from(thrown);
      setProblem(error.issues[0]?.message ?? toWords(error));
    },
  });
  return (
    <Dialog
      isOpen
      title={t('requests.acceptTitle', { name })}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={<Button onPress={onClose}>{t('keys.cancel')}</Button>}
    >
      <div className={styles.form}>
        {parent.has_email ? (
          <ChoiceList
            label={t('requests.way.label')}
            options={CODE_WAYS.map((key) => ({ key, text: t(`requests.way.${key}`) }))}
            value={way}
            onChange={setWay}
          />
        ) : (
          <p className={styles.intro}>{t('requests.noMail')}</p>
        )}
        <SearchField
          label={t('keys.search')}
          description={t('requests.anotherChild')}
          value={text}
          onChange={setText}
          onSubmit={(value) => setKeyword(value.trim())}
          autoFocus
        />
        <p role="status" className={styles.intro}>
          {people.data && found.length === 0 && t('keys.nobody')}
        </p>
        {found.length > 0 && (
          <RowList label={t('keys.search')}>
            {found.map((person) => (
              <ActionRow
                key={person.id}
                icon="user"
                text={person.displayname}
                about={person.grade ? t('requests.inGrade', { grade: person.grade }) : t('child.noGrade')}
                onPress={() => {
                  if (!accept.isPending)
                    accept.mutate({ params: { id: `${request.id}` }, body: { child_id: person.id, way } });
                }}
              />
            ))}
          </RowList>
        )}
        <Problem text={problem} />
      </div>
    </Dialog>
  );
}
