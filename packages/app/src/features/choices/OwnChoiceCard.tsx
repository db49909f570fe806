import type { OwnChoice } from '@kreide/core/features/choices';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Choices.module.css';
import { useMoments } from './use-moments.ts';
import { WishForm } from './WishForm.tsx';

/** One choice: the wishes while it is open, later the place and why it is that one (D-8.16). */
export function OwnChoiceCard({ user, choice }: { user: number; choice: OwnChoice }) {
  const { t } = useTranslation('choices');
  const { write } = useMoments();
  const { title, about, state, wishes, can, opens_at, closes_at } = choice;
  const titleOf = (id: number) => choice.options.find((option) => option.id === id)?.title ?? '';
  return (
    <Card isRoomy>
      <section className={styles.screen} aria-label={title}>
        <div className={styles.row}>
          <h2>{title}</h2>
          {state === 'open' && wishes.length === 0 && <Tag look="warning">{t('own.missing')}</Tag>}
        </div>
        {about !== '' && <p>{about}</p>}
        {state === 'planned' && <p>{t('own.opens', { at: write(opens_at) })}</p>}
        {state === 'open' && <p className={styles.muted}>{t('own.until', { at: write(closes_at) })}</p>}
        {state === 'open' && can.choose === 0 && <p>{t('own.readOnly')}</p>}
        {state === 'over' && <p>{t('own.waiting')}</p>}
        {can.choose === 1 ? (
          <WishForm key={wishes.join()} user={user} choice={choice} />
        ) : (
          state !== 'planned' && (
            <ol>
              {wishes.map((id) => (
                <li key={id}>{titleOf(id)}</li>
              ))}
            </ol>
          )
        )}
        {choice.result && <Result choice={choice} result={choice.result} />}
      </section>
    </Card>
  );
}

function Result({ choice, result }: { choice: OwnChoice; result: NonNullable<OwnChoice['result']> }) {
  const { t } = useTranslation('choices');
  const { option_id, rank, lottery, people, luck, is_moved, missed } = result;
  const titleOf = (id: number) => choice.options.find((option) => option.id === id)?.title ?? '';
  return (
    <>
      <p>
        <b>{option_id === null ? t('own.gotNone') : t('own.got', { title: titleOf(option_id) })}</b>
      </p>
      <section>
        <h3>{t('own.why')}</h3>
        <ul>
          {is_moved && <li>{t('own.byHand')}</li>}
          {rank === 0 && <li>{t('own.first')}</li>}
          {choice.wishes.length === 0 && <li>{t('own.unsent')}</li>}
          {missed.map((one) => (
            <li key={one.option_id}>
              {t(`own.${one.reason}`, {
                title: titleOf(one.option_id),
                rank: one.rank + 1,
                wishes: one.wishes,
                capacity: one.capacity,
              })}
            </li>
          ))}
          {choice.wishes.length > 0 && <li>{t('own.lottery', { lottery, people })}</li>}
          {luck > 0 && <li>{t('own.luck')}</li>}
        </ul>
      </section>
    </>
  );
}
