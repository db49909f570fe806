import { surveysApi } from '@kreide/core/features/surveys';
import { Suspense, useState } from 'react';
import { client } from '../../kernel/client.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SurveyDialog, SurveyOutline } from '../surveys/index.ts';
import styles from './CarriedFields.module.css';
import type { NewsFormState } from './use-news-form.ts';

/** The survey of an item: made here, and dropped here until the item has it; afterwards it is ended and deleted where it is read. */
export function SurveyField({ form }: { form: NewsFormState }) {
  const { t } = useTranslation(['news', 'shell', 'surveys']);
  const [shown, setShown] = useState<'making' | 'dropping' | null>(null);
  const { values, change, item } = form;
  const id = values.survey?.id;
  const isSaved = id !== undefined && item?.survey_form_id === id;
  const isOthers = isSaved && item?.survey === null;
  function drop() {
    setShown(null);
    change({ survey: null });
    // Nobody has seen it: should this not reach the server, it stays where nobody will.
    if (id !== undefined)
      void client.call(surveysApi.remove, { params: { id: String(id) } }, { messages: false }).catch(() => {});
  }
  return (
    <>
      {isOthers && <p>{t('survey.others')}</p>}
      {id !== undefined && !isOthers && (
        <Suspense>
          <SurveyOutline id={id} />
        </Suspense>
      )}
      {isSaved && !isOthers && <p className={styles.about}>{t('survey.saved')}</p>}
      {!isSaved && (
        <div>
          {id === undefined ? (
            <Button icon="list" onPress={() => setShown('making')}>
              {t('surveys:createTitle')}
            </Button>
          ) : (
            <Button icon="trash" onPress={() => setShown('dropping')}>
              {t('survey.drop')}
            </Button>
          )}
        </div>
      )}
      {shown === 'making' && (
        <Suspense>
          <SurveyDialog
            confirm={t('survey.attach')}
            onMade={async (made) => change({ survey: { id: made.id } })}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
      {shown === 'dropping' && (
        <ConfirmDialog
          title={t('survey.dropTitle')}
          icon="trash"
          texts={{ confirm: t('survey.drop'), cancel: t('form.cancel'), close: t('shell:close') }}
          onConfirm={drop}
          onClose={() => setShown(null)}
        >
          <p>{t('survey.dropText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
