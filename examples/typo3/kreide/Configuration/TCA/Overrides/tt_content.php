<?php

use TYPO3\CMS\Core\Utility\ExtensionManagementUtility;

defined('TYPO3') or die();

ExtensionManagementUtility::addTCAcolumns('tt_content', [
    'tx_kreide_element' => [
        'label' => 'Was gezeigt wird',
        'config' => [
            'type' => 'select',
            'renderType' => 'selectSingle',
            'default' => 'substitutions',
            'items' => [
                ['label' => 'Vertretungsplan als Liste', 'value' => 'substitutions'],
                ['label' => 'Vertretungsplan als Bildschirm', 'value' => 'monitor'],
                ['label' => 'Stundenplan einer Klasse', 'value' => 'timetable'],
                ['label' => 'Nachrichten', 'value' => 'news'],
            ],
        ],
    ],
    'tx_kreide_value' => [
        'label' => 'Angabe dazu',
        'description' => 'Vertretungsplan: Kennung eines Bildschirms aus den Schuleinstellungen. Stundenplan: Klasse, zum Beispiel 8c. Nachrichten: wie viele.',
        'config' => ['type' => 'input', 'size' => 50, 'max' => 80, 'eval' => 'trim'],
    ],
]);

ExtensionManagementUtility::addTcaSelectItem(
    'tt_content',
    'CType',
    ['label' => 'Kreide', 'value' => 'kreide', 'icon' => 'content-special-html', 'group' => 'special']
);

$GLOBALS['TCA']['tt_content']['types']['kreide'] = [
    'showitem' => '--div--;LLL:EXT:core/Resources/Private/Language/Form/locallang_tabs.xlf:general,'
        . '--palette--;;general, header, tx_kreide_element, tx_kreide_value,'
        . '--div--;LLL:EXT:core/Resources/Private/Language/Form/locallang_tabs.xlf:access,'
        . '--palette--;;hidden, --palette--;;access',
];
