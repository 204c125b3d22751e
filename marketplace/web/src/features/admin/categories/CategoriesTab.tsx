import { FolderTree, Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { useSearchParams } from '../../../lib/router.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { AddCategoryDialog } from './AddCategoryDialog.tsx'
import { CategoryEditor } from './CategoryEditor.tsx'
import { CategoryList } from './CategoryList.tsx'
import { useAllCategories } from './queries.ts'

/** /admin/categories: the tree, and the editor of one category (`?category=slug`). */
export function CategoriesTab() {
  const categories = useAllCategories()
  const [search, setSearch] = useSearchParams()
  const [parentOfNew, setParentOfNew] = useState<string | null | undefined>(undefined)
  const slug = search.get('category')
  const choose = (chosen: string | null) => setSearch(chosen ? { category: chosen } : {})

  const chosen = categories.data?.find((category) => category.slug === slug)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h1 className="type-h1">{t('admin.categories.categoriesAndFields')}</h1>
          <p className="mt-1 text-ink-2">{t('admin.categories.intro')}</p>
        </div>
        <Button variant="secondary" onClick={() => setParentOfNew(null)}>
          <Plus aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {t('admin.categories.addTopCategory')}
        </Button>
      </div>
      {categories.isPending ? <ListSkeleton /> : null}
      {categories.isLoadingError ? (
        <div className="panel p-6">
          <LoadFailed onRetry={() => void categories.refetch()} />
        </div>
      ) : null}
      {categories.data ? (
        <div className="grid items-start gap-5 xl:grid-cols-[300px_minmax(0,1fr)]">
          <div className={chosen ? 'hidden xl:block' : ''}>
            <CategoryList categories={categories.data} chosen={slug} onChoose={choose} />
          </div>
          {chosen ? (
            <CategoryEditor
              // Remount for another category, and after its change was loaded.
              key={`${chosen.slug} ${categories.dataUpdatedAt}`}
              category={chosen}
              categories={categories.data}
              onBack={() => choose(null)}
              onAdd={() => setParentOfNew(chosen.slug)}
            />
          ) : (
            <div className="panel hidden p-8 xl:block">
              <EmptyState
                icon={<FolderTree aria-hidden="true" strokeWidth={1.75} />}
                title={slug ? t('admin.categories.noSuchCategory') : t('common.chooseACategory')}
                line={t('admin.categories.chooseHint')}
              />
            </div>
          )}
        </div>
      ) : null}
      {parentOfNew !== undefined && categories.data ? (
        <AddCategoryDialog
          parent={categories.data.find((category) => category.slug === parentOfNew) ?? null}
          taken={categories.data.map((category) => category.slug)}
          onClose={() => setParentOfNew(undefined)}
          onAdded={(added) => {
            setParentOfNew(undefined)
            choose(added)
          }}
        />
      ) : null}
    </>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-2 xl:w-[300px]" aria-hidden="true">
      {Array.from({ length: 12 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={row} className="h-11 rounded-control" />
      ))}
    </div>
  )
}
