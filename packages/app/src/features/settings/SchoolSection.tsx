import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readAccounts, selectAccount } from '../../kernel/accounts.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { Section } from './Section.tsx';

/** The school of the account, and the way to an account at another one (C-2.45, P-2.100). */
export function SchoolSection() {
  const { t } = useTranslation('settings');
  const { school } = useSelf();
  const [search, setSearch] = useSearchParams();
  const isOpen = search.get('modal') === 'changeSchool';
  return (
    <Section title={t('school.title')} about={school.name}>
      <div>
        <Button icon="school" onPress={() => setSearch({ modal: 'changeSchool' })}>
          {t('school.change')}
        </Button>
      </div>
      {isOpen && <ChangeSchoolDialog onClose={() => setSearch({}, { replace: true })} />}
    </Section>
  );
}

/** Accounts of this device at other schools; a further one is added by signing in there. */
function ChangeSchoolDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'auth', 'shell']);
  const { school } = useSelf();
  const [accounts] = useState(() =>
    (readAccounts()?.users ?? []).filter((user) => user.school?.slink !== school.slink),
  );
  return (
    <Dialog isOpen title={t('school.change')} onClose={onClose} closeLabel={t('shell:close')}>
      {accounts.length === 0 ? (
        <p>{t('school.none')}</p>
      ) : (
        <RowList label={t('school.others')}>
          {accounts.map(({ uuid, displayname, school: other }) => (
            <ActionRow
              key={uuid}
              icon="school"
              text={other?.name ?? displayname}
              about={displayname}
              onPress={() => void selectAccount(uuid)}
            />
          ))}
        </RowList>
      )}
      <div>
        <LinkButton icon="plus" href="/login/add/user">
          {t('auth:accounts.add')}
        </LinkButton>
      </div>
    </Dialog>
  );
}
