import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type BoardMove, writeAddress } from '../board-address';

export type Go = (change: BoardMove, replace?: boolean) => void;

/** Leads to the same board with some of it changed: what is on screen can always be shared by its address. */
export function useGo(): Go {
  const params = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (change, replace = false) => void navigate(writeAddress(params, search, change), { replace });
}
