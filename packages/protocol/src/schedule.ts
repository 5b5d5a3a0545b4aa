export {
  checkException,
  checkExceptionRef,
  type ExceptionsAnswer,
  type FavouriteException,
  type FavouriteExceptionRef,
  favouriteException,
  favouriteExceptionRef,
  type KeptException,
  maxExceptions,
} from './schedule/exception.ts';
