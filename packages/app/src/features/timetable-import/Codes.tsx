import {
  timetableImportApi,
  type UnknownCode,
  type Upload,
  type UploadCodes,
} from '@kreide/core/features/timetable-import';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './ImportScreens.module.css';

const NEW = 'new';
const keyOf = ({ entity, external_key }: Pick<UnknownCode, 'entity' | 'external_key'>) => `${entity} ${external_key}`;

/** Short names that the school does not have, or has said something about: each may be one of its own. */
export function Codes({ upload }: { upload: Upload }) {
  const { t } = useTranslation('timetable-import');
  const query = useQuery(queryOf(timetableImportApi.listCodes, { params: { uuid: upload.uuid } }, { staleTime: 0 }));
  return (
    <Loaded query={query} skeleton={{ items: 1, label: t('codes.loading') }} errorTitle={t('codes.errorTitle')}>
      {(found) => found.codes.length > 0 && <CodesForm upload={upload} found={found} />}
    </Loaded>
  );
}

function CodesForm({ upload, found: { codes, records } }: { upload: Upload; found: UploadCodes }) {
  const { t } = useTranslation(['timetable-import', 'errors']);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const params = { uuid: upload.uuid };
  const save = useMutation({
    ...mutationOf(timetableImportApi.chooseCodes, { messages: false, touches: [timetableImportApi.listCodes] }),
    onSuccess: async (changed) => {
      toasts.show('success', t('codes.saved'));
      await writeQuery(timetableImportApi.get, { params }, changed);
    },
  });
  const formerOf = ({ entity_id }: UnknownCode) => (entity_id === null ? NEW : String(entity_id));
  const choiceOf = (code: UnknownCode) => chosen[keyOf(code)] ?? formerOf(code);
  const changed = codes.filter((code) => choiceOf(code) !== formerOf(code));
  const textOf = ({ code, name }: { code: string; name: string | null }) =>
    [code, name !== code && name].filter(Boolean).join(' · ');
  return (
    <Card>
      <section className={styles.section} aria-label={t('codes.title')}>
        <h3>{t('codes.title')}</h3>
        <p className={styles.hint}>{t('codes.text')}</p>
        <ul className={styles.choices}>
          {codes.map((code) => {
            const of = records.filter(({ entity }) => entity === code.entity);
            const similar = of.filter(({ id }) => code.similar.includes(id));
            return (
              <li key={keyOf(code)}>
                <Select
                  label={t('codes.what', { kind: t(`of.${code.entity}`), code: textOf(code) })}
                  value={choiceOf(code)}
                  onChange={(key) => setChosen((now) => ({ ...now, [keyOf(code)]: key }))}
                  options={[
                    { key: NEW, text: t('codes.new') },
                    ...[...new Set([...similar, ...of])].map((one) => ({ key: String(one.id), text: textOf(one) })),
                  ]}
                />
                {similar.length > 0 && (
                  <span className={styles.hint}>{t('codes.similar', { names: similar.map(textOf).join(', ') })}</span>
                )}
              </li>
            );
          })}
        </ul>
        <Problem text={save.error && toReason(t, save.error)} />
        <div className={styles.actions}>
          <Button
            isDisabled={changed.length === 0}
            isPending={save.isPending}
            onPress={() =>
              save.mutate({
                params,
                body: {
                  choices: changed.map((code) => ({
                    entity: code.entity,
                    external_key: code.external_key,
                    entity_id: choiceOf(code) === NEW ? null : Number(choiceOf(code)),
                  })),
                },
              })
            }
          >
            {t('codes.save')}
          </Button>
        </div>
      </section>
    </Card>
  );
}
