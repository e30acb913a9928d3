import { useNavigate } from 'react-router';
import { LoginPage } from '../features/login/login-page';
import { landing } from './screens';

/** The sign-in page inside of the router: after a lost session or a sign-out. */
export function Component() {
  const navigate = useNavigate();
  return <LoginPage landing={landing} onEnter={(path) => void navigate(path, { replace: true })} />;
}
