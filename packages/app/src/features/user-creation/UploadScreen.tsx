import {
  generateApi,
  IMPORT_FILE_MAXIMUM,
  IMPORT_FILES_MAXIMUM,
  PEOPLE_AT_ONCE,
  type ReadList,
} from '@kreide/core/features/user-import';
import type { ApiError, Language } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addFiles, toMegabytes } from '../../kernel/chosen-files.ts';
import { mutationOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { useProblemWords } from '../auth/index.ts';
import { LetterLanguage, Outcomes } from './Outcomes.tsx';
import styles from './UserCreation.module.css';
import { useMaking } from './use-making.ts';

/** Rows that could not be read and are shown. */
const REJECTED_SHOWN = 50;
const LIMITS = { files: IMPORT_FILES_MAXIMUM, bytes: IMPORT_FILE_MAXIMUM };

/** Letters for everybody of a file (T-2.106). */
export function UploadScreen() {
  const { t, language: own } = useTranslation(['user-creation', 'user-import']);
  const { school_id } = useSelf();
  const toWords = useProblemWords();
  const making = useMaking();
  const [language, setLanguage] = useState<Language>(own);
  const [list, setList] = useState<ReadList | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = useMutation(mutationOf(generateApi.readUsers, { messages: false }));

  function open(files: readonly File[]) {
    if (files.length === 0) return;
    const refused = addFiles([], files, LIMITS).problem;
    setProblem(refused && t(`user-import:upload.${refused.rule}`, refused.params));
    setList(null);
    if (refused) return;
    const parts = files.map((file) => ({ name: file.name, content: file }));
    read.mutate(
      { params: { id: String(school_id) }, body: {}, files: parts },
      {
        onError: (error: ApiError) => setProblem(error.issues[0]?.message ?? toWords(error)),
        onSuccess: (found) => {
          setList(found);
          if (found.people.length === 0) setProblem(t('upload.nobody'));
          else if (found.people.length > PEOPLE_AT_ONCE) setProblem(t('upload.tooMany', { number: PEOPLE_AT_ONCE }));
          else making.check(found.people, language);
        },
      },
    );
  }

  return (
    <div className={styles.screen}>
      {making.checked === null && (
        <Card isRoomy>
          <div className={styles.form}>
            <p className={styles.hint}>{t('upload.text')}</p>
            <LetterLanguage value={language} onChange={setLanguage} hint={t('fields.languageHint')} />
            <FileDrop
              onAdd={open}
              isPending={read.isPending || making.isChecking}
              texts={{
                drop: t('user-import:upload.drop'),
                choose: t(list === null ? 'upload.choose' : 'upload.other'),
                hint: t('user-import:upload.hint', { files: LIMITS.files, size: toMegabytes(LIMITS.bytes) }),
              }}
            />
            <p role="status" className={styles.hint}>
              {read.isPending && t('upload.reading')}
            </p>
            <Problem text={problem ?? making.problem} />
          </div>
        </Card>
      )}
      {list && <Findings list={list} />}
      <Outcomes making={making} />
    </div>
  );
}

function Findings({ list: { rejected, notes } }: { list: ReadList }) {
  const { t } = useTranslation('user-creation');
  if (rejected.length + notes.length === 0) return null;
  return (
    <Card isRoomy>
      <div className={styles.form}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {rejected.length > 0 && (
          <>
            <h2>{t('upload.rejected', { number: rejected.length })}</h2>
            <ul className={styles.rows}>
              {rejected.slice(0, REJECTED_SHOWN).map(({ file, sheet, line, column, text }) => (
                <li key={`${file} ${sheet} ${line} ${column}`}>{t('upload.row', { line, text })}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}
