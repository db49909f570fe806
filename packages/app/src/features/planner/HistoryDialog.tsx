import { type PlanVersion, plannerApi, type VersionStep } from '@kreide/core/features/planner';
import { writeMoment } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Planner.module.css';
import { usePlaceWords } from './use-words.ts';

/** Who did what in a version, the newest first. */
export function HistoryDialog({ version, onClose }: { version: PlanVersion; onClose: () => void }) {
  const { t } = useTranslation(['planner', 'shell']);
  const query = useQuery(queryOf(plannerApi.getVersion, { params: { id: `${version.id}` } }, { staleTime: 0 }));
  return (
    <Dialog
      isOpen
      title={t('historyTitle', { number: version.number })}
      closeLabel={t('shell:close')}
      onClose={onClose}
    >
      <Loaded query={query} skeleton={{ items: 3, label: t('loading') }} errorTitle={t('errorTitle')}>
        {({ history }) =>
          history.length === 0 ? (
            <p>{t('historyEmpty')}</p>
          ) : (
            <ol className={styles.steps}>
              {history.map((step) => (
                <Step key={step.revision} step={step} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Step({ step }: { step: VersionStep }) {
  const { t, language } = useTranslation('planner');
  const { school } = useSelf();
  const toWords = usePlaceWords();
  const sayMove = ({ kind, lesson, facts, ...move }: VersionStep['moves'][number]) => {
    const [from, to] = [toWords(move.from), toWords(move.to)];
    if (kind === 'ADD') return t('steps.added', { lesson, to });
    if (kind === 'REMOVE') return t('steps.removed', { lesson, from });
    if (kind === 'MOVE') return t('steps.moved', { lesson, from, to });
    return t('steps.changed', { lesson, facts: facts.map((fact) => t(`fact.${fact}`)).join(', ') });
  };
  return (
    <li>
      <p className={styles.muted}>
        {step.by ?? t('somebody')}, {writeMoment(language, new Date(step.at), school.time_zone, 'medium')}{' '}
        {step.is_popped && <Tag>{t('popped')}</Tag>}
      </p>
      {step.moves.map((move, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the moves of a step never change
        <p key={index}>{sayMove(move)}</p>
      ))}
    </li>
  );
}
