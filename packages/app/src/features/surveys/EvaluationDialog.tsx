import { type Survey, type SurveyVoter, surveysApi, VOTERS_PAGE } from '@kreide/core/features/surveys';
import { isAllowed, toLocal } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf, mutationOf, writeQuery } from '../../kernel/data.ts';
import { useExportAbout } from '../../kernel/export-size.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { SurveyResults } from './SurveyResults.tsx';
import styles from './Surveys.module.css';

const TABS = ['overview', 'answers', 'open'] as const;
type Tab = (typeof TABS)[number];

export interface EvaluationDialogProps {
  survey: Survey;
  initialTab?: Tab;
  onMore: () => void;
  onClose: () => void;
}

/** What its author sees of a survey: what it adds up to, who has answered and who has not (C-2.117). */
export function EvaluationDialog({ survey, initialTab = 'overview', onMore, onClose }: EvaluationDialogProps) {
  const { t } = useTranslation('surveys');
  const [tab, setTab] = useState<Tab>(initialTab);
  const [asks, setAsks] = useState<'end' | 'remove' | null>(null);
  const args = { params: { id: String(survey.id) } };
  const end = useMutation({
    ...mutationOf(surveysApi.end),
    onSuccess: (ended) => writeQuery(surveysApi.get, args, ended),
    onSettled: () => setAsks(null),
  });
  const remove = useMutation({ ...mutationOf(surveysApi.remove), onSuccess: onClose, onSettled: () => setAsks(null) });
  const exportButton = isAllowed(survey.can, 'export') && <ExportButton survey={survey} />;
  return (
    <>
      <Dialog
        isOpen
        title={t('evaluation')}
        onClose={onClose}
        closeLabel={t('close')}
        actions={
          <>
            {isAllowed(survey.can, 'delete') && (
              <Button look="quiet" icon="trash" onPress={() => setAsks('remove')}>
                {t('remove')}
              </Button>
            )}
            {isAllowed(survey.can, 'end') && <Button onPress={() => setAsks('end')}>{t('end')}</Button>}
          </>
        }
      >
        <Tabs
          label={t('tabs.label')}
          tabs={TABS.map((id) => ({ id, text: t(`tabs.${id}`) }))}
          value={tab}
          onChange={setTab}
        >
          {tab === 'overview' ? (
            <div className={styles.card}>
              {survey.is_over && <p className={styles.state}>{t('over')}</p>}
              <SurveyResults survey={survey} onMore={onMore} />
              {exportButton}
            </div>
          ) : (
            <div className={styles.card}>
              <VoterList key={tab} survey={survey} isVoted={tab === 'answers'} />
              {/* Of an anonymous survey there is nothing about single people to be saved (C-6.26). */}
              {tab === 'answers' && !survey.is_anonymous && exportButton}
            </div>
          )}
        </Tabs>
      </Dialog>
      {asks === 'end' && (
        <ConfirmDialog
          title={t('endTitle')}
          isPending={end.isPending}
          texts={{ confirm: t('end'), cancel: t('cancel'), close: t('close') }}
          onConfirm={() => end.mutate(args)}
          onClose={() => setAsks(null)}
        >
          {t('endText')}
        </ConfirmDialog>
      )}
      {asks === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle')}
          icon="trash"
          isPending={remove.isPending}
          texts={{ confirm: t('remove'), cancel: t('cancel'), close: t('close') }}
          onConfirm={() => remove.mutate(args)}
          onClose={() => setAsks(null)}
        >
          {t('removeText')}
        </ConfirmDialog>
      )}
    </>
  );
}

function ExportButton({ survey: { id } }: { survey: Survey }) {
  const { t } = useTranslation('surveys');
  const { school } = useSelf();
  const day = toLocal(new Date(), school.time_zone).date;
  const args = { params: { id: String(id) } };
  const about = useExportAbout(surveysApi.exportResults, args, 'xlsx');
  const save = useMutation({
    ...mutationOf(surveysApi.exportResults),
    onSuccess: (content) => saveFile(content, `${school.slink}-${day}-${id}.xlsx`),
  });
  return (
    <div className={styles.export}>
      <Button icon="download" isPending={save.isPending} onPress={() => save.mutate(args)}>
        {t('export')}
      </Button>
      <span className={styles.hint}>{about}</span>
    </div>
  );
}

/** Who has answered, with their answers where these have a name; or who has not. */
function VoterList({ survey, isVoted }: { survey: Survey; isVoted: boolean }) {
  const { t } = useTranslation('surveys');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const query = { is_voted: isVoted ? ('1' as const) : ('0' as const), ...(search !== '' && { search }) };
  const voters = useInfiniteQuery(
    infiniteQueryOf(surveysApi.listVoters, { params: { id: String(survey.id) }, query }, VOTERS_PAGE),
  );
  return (
    <>
      <SearchField label={t('search')} value={typed} onChange={setTyped} />
      <InfiniteList
        query={voters}
        idOf={({ id }) => id}
        className={styles.voters}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={<EmptyState icon="user" title={t(isVoted ? 'noAnswers' : 'noOpen')} />}
      >
        {(voter) => <VoterRow voter={voter} survey={survey} />}
      </InfiniteList>
    </>
  );
}

function VoterRow({ voter: { displayname, answers }, survey: { questions } }: { voter: SurveyVoter; survey: Survey }) {
  const askedOf = new Map(questions.map(({ uuid, question }) => [uuid, question]));
  return (
    <>
      <p className={styles.name}>{displayname}</p>
      {answers && (
        <dl className={styles.given}>
          {answers.map(({ question_uuid, options, text }) => (
            <div key={question_uuid}>
              <dt>{askedOf.get(question_uuid)}</dt>
              <dd>{[...options, text].filter((one) => one !== '' && one !== null).join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
