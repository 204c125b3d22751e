import { useQuery } from '@tanstack/react-query'
import { VacationSetting } from '../features/dashboard/VacationSetting.tsx'
import { sellerQuery } from '../features/listings/queries.ts'
import { AwayNotice } from '../features/listings/seller/AwayNotice.tsx'
import { Avatar } from '../ui/Avatar.tsx'

/** The setting, with a preview of the notice on the seller page. */
export function Vacation({ userId }: { userId: string }) {
  const seller = useQuery(sellerQuery(userId)).data
  return (
    <VacationSetting
      userId={userId}
      preview={({ until, note }) =>
        seller ? (
          <>
            <AwayNotice
              seller={{ ...seller, away_from: '2000-01-01', away_until: until, away_note: note }}
              className="mb-3"
            />
            <p className="flex items-center gap-3 font-semibold">
              <Avatar name={seller.display_name} path={seller.avatar_path} size={40} />
              {seller.display_name}
            </p>
          </>
        ) : null
      }
    />
  )
}
