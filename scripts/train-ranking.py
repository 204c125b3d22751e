"""Learns the weights of the ranking from judged searches, with scikit-learn: python scripts/train-ranking.py FEATURES [--write].

FEATURES is what `node bench/search/ranking-features.ts` wrote. A better ad should have more points than a worse one of the same search: logistic
regression over the differences of their features (RankNet without a hidden layer). Prints nDCG by five folds over searches, which is what to
expect of others, and with --write puts the weights of all searches into marketplace/search/ranking.json.
"""
import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

MODEL = Path(__file__).parent.parent / 'marketplace/search/ranking.json'
LEARNED = ['title', 'label', 'other', 'thing', 'short', 'text', 'all', 'phrase', 'whole']
DEPTH = {'icecat': 10, 'demo': 5, 'everyday': 5}
# Maximum pairs per search, so that long result lists do not dominate.
PAIRS = 400
FOLDS = 5


def read(path):
    searches, missing = defaultdict(list), defaultdict(list)
    for line in open(path, encoding='utf8'):
        row = json.loads(line)
        key = (row['set'], row['query'])
        if row.get('missing'):
            missing[key].append(row['grade'])
        else:
            searches[key].append((row['grade'], [row[name] for name in LEARNED]))
    return {
        key: (np.array([grade for grade, _ in ads]), np.array([features for _, features in ads]), missing[key])
        for key, ads in searches.items()
    }


def pairs(grades, features, random):
    better, worse = np.where(grades[:, None] > grades[None, :])
    if len(better) > PAIRS:
        chosen = random.choice(len(better), PAIRS, replace=False)
        better, worse = better[chosen], worse[chosen]
    return features[better] - features[worse], (grades[better] - grades[worse]) / max(1, len(better))


def learn(searches):
    random = np.random.default_rng(1)
    differences, weights = zip(*(pairs(grades, features, random) for grades, features, _ in searches))
    differences, weights = np.concatenate(differences), np.concatenate(weights)
    # Each pair in both orders, so that no intercept is learned.
    model = LogisticRegression(C=10, fit_intercept=False, max_iter=5000)
    model.fit(np.concatenate([differences, -differences]), np.repeat([1, 0], len(differences)), np.tile(weights, 2))
    return model.coef_[0]


def ndcg(grades, features, missing, coefficients, depth):
    gain = lambda list: sum((2 ** grade - 1) / np.log2(place + 2) for place, grade in enumerate(list[:depth]))
    order = np.argsort(-(features @ coefficients), kind='stable')
    best = sorted([*grades, *missing], reverse=True)
    return gain(grades[order]) / gain(best) if gain(best) > 0 else None


def means(searches, coefficients_of):
    found = defaultdict(list)
    for key, (grades, features, missing) in searches.items():
        value = ndcg(grades, features, missing, coefficients_of(key), DEPTH[key[0]])
        if value is not None:
            found[key[0]].append(value)
    return {name: round(float(np.mean(list)), 4) for name, list in found.items()}


def main():
    searches = read(sys.argv[1])
    keys = list(searches)
    known = json.loads(MODEL.read_text())
    print('as it is  ', means(searches, lambda _: np.array([known[name] for name in LEARNED])))
    of_fold = {}
    for train, test in GroupKFold(FOLDS, shuffle=True, random_state=1).split(keys, groups=[query for _, query in keys]):
        coefficients = learn([searches[keys[place]] for place in train])
        of_fold.update({keys[place]: coefficients for place in test})
    print('five folds', means(searches, of_fold.get))
    learned = learn(list(searches.values()))
    # Normalised to a title weight of 1; freshness and distance are set in proportion.
    learned = dict(zip(LEARNED, (learned / learned[0]).round(3).tolist()))
    print('all       ', means(searches, lambda _: np.array([learned[name] for name in LEARNED])), learned)
    if '--write' in sys.argv:
        MODEL.write_text(json.dumps({**known, **learned}, indent=2) + '\n')


main()
