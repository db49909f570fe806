import { useSearchParams } from 'react-router';
import { SchoolLogin } from './LoginScreen.tsx';
import { SchoolSearch } from './SelectSchoolScreen.tsx';

const PATH = '/login/add/user';

/** A signed-in person adds another account: first its school, then the credentials there (P-2.18). */
export function AddAccountScreen() {
  const [search] = useSearchParams();
  const slink = search.get('slink');
  return slink === null ? (
    <SchoolSearch title="accounts.addTitle" hrefOf={(found) => `${PATH}?${new URLSearchParams({ slink: found })}`} />
  ) : (
    <SchoolLogin slink={slink} title="accounts.addTitle" searchHref={PATH} />
  );
}
