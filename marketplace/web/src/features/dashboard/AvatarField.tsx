import { type ChangeEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import type { Profile } from '../auth/auth-state.ts'

const MOST_BYTES = 5 * 1024 * 1024

/** Uploads or removes the avatar. */
export function AvatarField({ profile }: { profile: Profile }) {
  const { updateProfile } = useAuth()
  const [isWorking, setIsWorking] = useState(false)

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    if (file.size > MOST_BYTES) return refuse(t('dashboard.pictureTooLarge'))
    setIsWorking(true)
    try {
      // A unique name, since avatars are cached.
      const path = `${profile.id}/${Date.now()}`
      const { error } = await supabase.storage.from('avatars').upload(path, file, { contentType: file.type })
      if (error) return refuse(sentenceOf(error))
      await replaceWith(path)
    } finally {
      setIsWorking(false)
    }
  }

  const replaceWith = async (path: string | null) => {
    const { error } = await updateProfile({ avatar_path: path })
    // A leftover file is harmless.
    if (!error && profile.avatar_path) await supabase.storage.from('avatars').remove([profile.avatar_path])
  }

  return (
    <>
      <Avatar name={profile.display_name} path={profile.avatar_path} size={88} />
      <div className="flex flex-wrap justify-center gap-2">
        <label className="relative inline-flex h-11 cursor-pointer items-center rounded-control border border-line-2 bg-surface px-4 font-semibold hover:border-ink-3 has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            disabled={isWorking}
            onChange={(event) => void choose(event)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {isWorking ? t('common.uploading') : t('common.chooseAPicture')}
        </label>
        {profile.avatar_path ? (
          <Button variant="ghost" disabled={isWorking} onClick={() => void replaceWith(null)}>
            {t('common.remove')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

function refuse(reason: string): void {
  void toast({ tone: 'error', title: t('dashboard.pictureNotChanged'), description: reason })
}
